import type { Lesson } from '../lesson';

export const lesson: Lesson = {
    intro: 'The north, June 1777. St Leger stands at Oswego, before him lies Fort Stanwix. You will gather an army, march, call for reinforcements, lay siege, and draw from the cup.',
    seat: 'british', scenario: 'burgoynes_challenge', bots: { patriot: 'greedy' },
    key: 'ca8a33e272e3736e30b0984b6ac674e45f847b8efc19efdb9ef8f3260cebe47d',
    opening: [],
    steps: [
        { want: /^first st_leger/, ask: 'Let St Leger act first.', why: 'The side with the initiative names the first leader; all others are drawn from a cup. In the first turn it is yours.' },
        { want: /^take regular 5/, ask: 'Take five Regulars with St Leger.', why: 'A leader’s stars say how many SP he leads: one star, five. An army without SP cannot enter an enemy space.', at: 'oswego' },
        { want: /^go fort_stanwix/, ask: 'March to Fort Stanwix.', why: 'The way crosses water, so the march ends there. The Patriots may fight in the open or go into the fort.', at: 'fort_stanwix' },
        { want: /^lead brant/, ask: 'Call Brant to reinforce.', why: 'Leaders next to the space may try to join: two dice at or below their leadership, with modifiers for water, friends and initiative.', at: 'oswego' },
        { want: /^take indian/, all: true, ask: 'Give Brant his Indians.', why: 'Brant leads Indians and nothing else.' },
        { want: /^ready/, ask: 'Brant is ready.', why: 'All who try are named before any dice are rolled.' },
        { want: /^finish/, ask: 'That is all: finish calling.', why: 'Now the dice say who arrives. If the garrison is in the fort, it is under siege: nobody controls the space.' },
        { want: /^activate johnson/, ask: 'Activate Johnson.', why: 'St Leger spends leadership points on his subordinates in range: the number on the counter is the price.', at: 'oswego' },
        { want: /^take (tory|hessian)/, all: true, ask: 'Take what Johnson can lead.', why: 'More SP outside mean more dice when you storm. What stays behind guards Oswego.' },
        { want: /^go fort_stanwix/, ask: 'March him to Fort Stanwix, too.', why: 'A subordinate finishes his march before the next one begins.', at: 'fort_stanwix' },
        { want: /^halt/, ask: 'Halt.', why: 'Nothing is left of his march.' },
        { want: /^finish/, ask: 'Finish St Leger’s turn.', why: 'A storm takes all his points, so it must wait. The next marker comes from the cup, and it may be anybody’s.' },
    ],
    ends: /^(choose_first|activation)$/,
    hints: {
        activation: 'A leader of yours is active: gather an army and march, spend points on operations, or finish.',
        intercept: 'The enemy marches beside you. Leaders next to him may cut in; each who succeeds brings a die for surprise.',
        avoid: 'The enemy enters your space. You may try to slip away, or go into a fort if there is one.',
        losses: 'You lost SP: each type loses one before any loses a second.',
        retreat: 'Choose where the beaten army goes: back where it came from, or closer to supply.',
    },
    outro: 'You know the turn now: initiative, cup, march, attempts, battle. Albany at the end of September wins this scenario. Play on from here, or begin a game of your own.',
};
