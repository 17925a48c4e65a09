import type { Lesson } from '../lesson';

export const lesson: Lesson = {
    intro: 'The north, June 1776, by the rules of the basic game. Ten strength points of regulars stand at Saint Johns; down Lake Champlain lies Ticonderoga. You will march, fight, and dig in.',
    seat: 'british', scenario: 'basic', bots: { american: 'greedy' },
    key: 'ca8a33e272e3736e30b0984b6ac674e45f847b8efc19efdb9ef8f3260cebe47d',
    opening: [],
    steps: [
        { want: /^done/, ask: 'Build nothing: on to movement.', why: 'A turn begins with building. Whoever digs does not march, and Howe is to march.' },
        { want: /^group saint_johns/, ask: 'Click the stack at Saint Johns.', why: 'It holds ten SP of British regulars. A click takes all of them along.', at: 'saint_johns' },
        { want: /^add br 10/, ask: 'Take all ten along.', why: 'Odds decide battles. You could leave some behind with the − button.', at: 'saint_johns' },
        { want: /^step s$/, ask: 'Click Ticonderoga, to the south.', why: 'Gold hexes are in reach; the figure is the price in movement points. The page finds the cheapest way.', at: 'ticonderoga' },
        ...['s', 'sw', 'se', 's', 's'].map(way => ({ want: new RegExp(`^step ${way}$`), ask: 'On to Ticonderoga.', why: 'You can walk hex by hex, or click where you want to be.', at: 'ticonderoga' })),
        { want: /^done/, ask: 'All have moved.', why: 'A stack stops where it meets the enemy. You may move the others, too, or leave them: New York needs its garrison.' },
        { want: /^attack ticonderoga/, ask: 'Attack at Ticonderoga.', why: 'Ten against three is 3-1. The small figures show what each die brings: at these odds only the Americans lose.', at: 'ticonderoga' },
        { want: /^place /, ask: 'Reinforcements: click the hex where they land.', why: 'Nineteen SP come to New York. If the enemy stands there, they land beside it.' },
        { want: /^entrench ticonderoga/, ask: 'A new month: dig in at Ticonderoga.', why: 'An entrenchment takes 1 off the attacker’s die. It is built before movement; one SP stays to dig.', at: 'ticonderoga' },
        { want: /^done/, ask: 'That is enough building.', why: 'The regulars who have just landed at New York can still march.' },
        { want: /^group new_york/, ask: 'Click the army at New York.', why: 'Reinforcements come at the start of a turn; the list To come says when and where.', at: 'new_york' },
        { want: /^add br/, ask: 'Take it along, or most of it.', why: 'Strategic towns, the red stars, are worth most points at the end: Hartford lies in reach, Philadelphia farther south.', at: 'new_york' },
    ],
    ends: /^(announce|build)$/,
    hints: {
        build: 'Dig in, or build nothing and go on to movement.',
        move: 'Click a stack to move it, or end the movement.',
        group: 'Click a gold hex to go there, then halt.',
        announce: 'You may attack where both sides have SP in one hex, or pass.',
        place: 'Reinforcements: click the hex where they arrive.',
    },
    outro: 'You know the turn now: build, move, fight. The British need a lead of 25 points in December: towns count, strategic towns most. Play on from here, or try a scenario with leaders and tactical cards.',
};
