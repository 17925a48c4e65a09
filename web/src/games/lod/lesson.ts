import type { Lesson } from '../lesson';

export const lesson: Lesson = {
    intro: 'Boston, 1775. You are the Crown; the rulebook’s non-players have the other Factions. You will act on one card: a Command with its spaces, a Special Activity, and the end of the turn.',
    seat: 'british', scenario: '1775', bots: { patriots: 'np', french: 'np', indians: 'np' }, nonplayers: ['patriots', 'french', 'indians'],
    key: '5ac389a30c3b0363f83697934d3197c047c16b10f0d3923b45b905dac24e6e19',
    opening: [],
    steps: [
        { want: /^hold/, ask: 'Do not play your Brilliant Stroke yet.', why: 'Each Faction has one such card for the whole game. It goes before everyone else on a card; keep it for a moment that decides something.' },
        { want: /^command muster/, ask: 'Choose the Command Muster.', why: 'You are first on this card, so you may do a full Command with a Special Activity, or the Event. You have few troops: raise some.' },
        { want: /^regulars boston/, ask: 'Bring Regulars to Boston: click it.', why: 'One space of a Muster receives up to six Regulars: a City without Blockade, or a Colony beside one. Each space costs a Resource.', at: 'boston' },
        { want: /^place british_regulars/, all: true, ask: 'Place all six.', why: 'Control needs more pieces than the Rebellion has. Boston’s people count for Support only while you hold on.', at: 'boston' },
        { want: /^tories boston/, ask: 'Raise Tories in Boston.', why: 'Tories come in twos beside Regulars or Forts. Here the space is paid for already, and with both kinds present you may Reward Loyalty.', at: 'boston' },
        { want: /^tories new_york_city/, ask: 'Raise Tories in New York City as well.', why: 'That is another space and costs another Resource. Cities pay you in winter if you control them.', at: 'new_york_city' },
        { want: /^naval_pressure/, ask: 'Use Naval Pressure.', why: 'One Special Activity goes with a Command, before, during or after it. This one brings one to three Resources while the French are not at war.' },
        { want: /^finish/, ask: 'Finish the Command.', why: 'You are Ineligible on the next card now. The second Faction may do a Limited Command, or the Event, since you used a Special Activity.' },
    ],
    ends: /^(stroke|turn)$/,
    hints: {
        stroke: 'The question about your Brilliant Stroke comes with each card; “not now” keeps it.',
        turn: 'Your turn on a card: a Command, the Event, or pass for two Resources and stay Eligible.',
        reward_loyalty: 'Reward Loyalty: markers go first, then each Resource shifts one step toward Active Support.',
        battle_loss: 'Losses in Battle: the kinds go in turn.',
        supply_british: 'Winter: units without supply cost a Resource per space, or leave.',
    },
    outro: 'Every card goes like this. You win when winter comes if Support leads Opposition by more than ten and the Rebellion has lost more than you. Play on from here, or begin a game of your own.',
};
