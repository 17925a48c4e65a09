// A small picture of a game's map. All are one file, so that the lobby asks for one; `make pictures` takes them.
import order from './maps.json';
import sheet from './maps.webp';

export function MapPicture({ game }: { game: string }) {
    const row = (order as string[]).indexOf(game);
    if (row < 0) return <span class="map-picture none" aria-hidden="true" />;
    return <span class="map-picture" aria-hidden="true"
                 style={{ backgroundImage: `url(${sheet})`, backgroundSize: `100% ${100 * order.length}%`, backgroundPosition: `0 ${order.length > 1 ? 100 * row / (order.length - 1) : 0}%` }} />;
}
