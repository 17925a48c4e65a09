import type { Lesson } from '../lesson';

const march = (way: string, ask: string, why: string) => ({ want: new RegExp(`^${way}$`), ask, why, at: '3113' });

export const lesson: Lesson = {
    intro: 'Late summer 1775: Montgomery gathers at Albany for the march on Canada. You lead the Allies in their first operations: form a force, throw for initiative, go down the Hudson and over the lakes.',
    seat: 'allied', scenario: 'ic', bots: { british: 'greedy' },
    key: 'ce56971cde355897421efc0b1046c8bf2f537eddbfbc7b9864f6e7ff7a82f2c3',
    opening: ['british done', 'allied done', 'british done', 'allied done', 'british end', 'british done'],
    steps: [
        { want: /^choose 2716/, ask: 'Click the army at Albany.', why: 'Six regiments, Schuyler and Montgomery: 36 linear factors in all. A click forms a force there.', at: '2716' },
        { want: /^take_all/, ask: 'Take all of them along.', why: 'The slowest unit sets the pace: 16 movement points. Click a counter in the list to leave it behind.', at: '2716' },
        { want: /^go/, ask: 'Click Crown Point on the lake, or throw the die.', why: 'No force moves without initiative. Schuyler outranks Montgomery, so his 3 counts: three faces of six. With this die it is enough.', at: '3113' },
        march('step ne', 'Northward: Saratoga.', 'Gold hexes are in reach, the figure is what they cost. Settled country costs 1, the woods 4.'),
        march('step ne', 'On to Fort Edward.', 'Click far away and the page walks all of it, by the cheapest way.'),
        march('row n', 'By water to Fort William Henry.', 'Rivers run through hexes. By boat a hex of wilderness costs 2, not 4: armies go by water.'),
        march('row ne', 'Over Lake George to Ticonderoga.', 'This is a portage: here boats are carried from the Hudson to the lake.'),
        march('row ne', 'On to Crown Point.', 'Eight movement points are left then. Beside an enemy who could react a force must keep 5 of them for the battle.'),
        { want: /^stop$/, ask: 'Stop here.', why: 'St-Jean is too far for this turn: with fewer than 5 left nobody goes beside an enemy. Next turn you can.', at: '3113' },
        { want: /^choose 3819/, ask: 'Another force: Arnold’s men on the Kennebec.', why: 'One force after the other, each unit once a phase. Arnold comes later; his brigade can begin without him.', at: '3819' },
        { want: /^take_all/, ask: 'Take them along.', why: 'A brigade with a + behind its movement moves by its own will: 4 or less.', at: '3819' },
        { want: /^go/, ask: 'Throw for initiative.', why: 'A force that fails stays where it is for this phase.', at: '3819' },
        { want: /^(stop|end)$/, ask: 'March up the river and stop, or stop at once.', why: 'The way to Quebec is long: winter doubles every cost up here.', at: '3819' },
        { want: /^end$/, ask: 'End your operations.', why: 'Then come withdrawals, in winter attrition, and the next turn.' },
    ],
    ends: /^(redeploy|operate|arrive|militia|set_up)$/,
    hints: {
        operate: 'Click a stack to form a force, or end your operations.',
        form: 'Take counters along, then click where to go.',
        march: 'Click a gold hex, or stop.',
        redeploy: 'Leaders who did not march may go to another stack; or say no more.',
        declare: 'The enemy moves beside you: escape, bring help, or stay.',
        react_militia: 'Militia may turn out against him.',
        arrive: 'Reinforcements: click the hex where they come in.',
    },
    outro: 'You know operations now: form, throw, march, and keep five points beside the enemy. To win, hold Montreal and Quebec at the end of turn 10. Play on from here.',
};
