import type { Lesson } from '../lesson';

const place = (what: string) => what.trim().split(/\s*,\s*/).map(x => `american place ${x}`);

export const lesson: Lesson = {
    intro: 'You are Howe. Your army has landed at Head of Elk, Washington stands before Philadelphia. In ten minutes you will march, sweep away a picket, fight a skirmish and end your turn.',
    seat: 'british', scenario: 'campaign', bots: { american: 'greedy' },
    key: 'ff8aadf8b737cac471a036afdee32454c8f4257a25a202a27338ef2ec578a54a',
    opening: place(`
        m_rodney coochs_bridge, m_evans middletown, m_potter kennetsquare, m_irvine goshen,
        m_lacey paoli, m_newcomb salem, m_forman mount_holly, m_patterson hockessin,
        a_weedon wilmington, a_scott wilmington, a_stone wilmington, a_nash wilmington,
        a_art1 wilmington, a_muhlenberg philadelphia, a_woodford philadelphia, a_deborre philadelphia,
        a_conway philadelphia, a_ogden philadelphia, a_hartley philadelphia, a_humpton philadelphia,
        a_maxwell philadelphia, a_art2 philadelphia`),
    steps: [
        { want: /^first british/, ask: 'Choose to move first.', why: 'You rolled more action points, so you say who moves first. Early in the campaign it pays to be quick.' },
        { want: /^lead howe/, ask: 'Click Howe at Head of Elk and let him lead a group.', why: 'Alone, each block costs a point. A leader takes a whole group along for one.', at: 'head_of_elk' },
        { want: /^take /, all: true, ask: 'Take blocks along: click them, or “Take all along”.', why: 'Howe may lead nine. Three are enough to overrun what stands in his way.' },
        { want: /^go coochs_bridge/, ask: 'March to Cooch’s Bridge.', why: 'One militia block stands there. Three or more blocks overrun fewer than three: it loses a strength point and must retreat, and you need no battle.', at: 'coochs_bridge' },
        { want: /^lead cornwallis/, ask: 'Now let Cornwallis lead a group.', why: 'You have points left. Each leader moves once a turn.', at: 'head_of_elk' },
        { want: /^take /, ask: 'Take just one block along.', why: 'Two blocks are too few to overrun, so this time there will be a fight.' },
        { want: /^go middletown/, ask: 'March to Middletown.', why: 'Another militia block is there. With fewer than three blocks on a side the battle is a skirmish.', at: 'middletown' },
        { want: /^finish/, ask: 'Finish your movement.', why: 'Battles are fought after all your marches. Points that are left are lost, but do not spend them just to spend them.' },
        { want: /^fire /, all: true, ask: 'Fire: click your blocks, or “All fire”.', why: 'The defender fired first. Each block rolls a die for each strength point and hits with sixes; your ones make militia flee.' },
        { want: /^stand/, ask: 'Stand and fight on.', why: 'From the second round on each side may withdraw, under fire. You have the better troops: stay.' },
    ],
    ends: /^(movement|choose_first)$/,
    hints: {
        battle_turn: 'A round of battle: each of your blocks fires, or moves to or from the reserve, once.',
        deploy: 'A large battle: put a block into each of left, center and right. A position that is emptied forces your whole army to retreat. “Deploy the rest for me” helps.',
        stand_or_withdraw: 'Stay for another round, or leave under fire? Look at what both lines have left.',
        retreat: 'Choose where your army goes; all of it goes to the same place.',
        take_hits: 'You are hit: choose which block loses a strength point. Spread losses, so that no block is lost.',
        supply_losses: 'Blocks without a line of supply to a port of yours lose strength. Keep the roads behind you open.',
    },
    outro: 'That was a turn. Hold Philadelphia, in supply, at the end of two American turns in a row and you win. Play on from here, or begin a game of your own.',
};
