/* words.h - the closed sets that the game's table names: kinds of numbers, verbs, events of the
 * log. game.c has their words. */
#ifndef LOD_WORDS_H
#define LOD_WORDS_H

enum { /* kinds of arguments and numbers */
       LOD_KIND_NONE,
       LOD_K_SPACE,
       LOD_K_PLACE,
       LOD_K_PIECE,
       LOD_K_FACTION,
       LOD_K_SIDE,
       LOD_K_LEADER,
       LOD_K_CARD,
       LOD_K_COMMAND,
       LOD_K_SPECIAL,
       LOD_K_TEXT,
       LOD_K_MARKER,
       LOD_K_LEVEL, /* 0 Active Opposition … 4 Active Support */
       LOD_K_PREPARATION,
       LOD_K_COUNT,  /* 0 … 50 */
       LOD_K_WAY,    /* one of the ways 1 … 3 of a strike */
       LOD_K_CHOICE, /* what a card offers: one or the other */
       LOD_K_REASON,
       LOD_K_NOTE, /* of np_notes.h: what of section 8 a non-player follows */
       LOD_K_FORCE,
       LOD_K_MODIFIER,
       LOD_K_PART, /* a step of a text of a card, in words */
       LOD_KINDS,
};

enum { /* verbs; docs/lod.md explains them */
       LOD_V_NONE,
       /* the sequence of play */
       LOD_V_STROKE,  /* card: play a Brilliant Stroke */
       LOD_V_HOLD,    /* do not */
       LOD_V_PASS,    /* */
       LOD_V_EVENT,   /* text */
       LOD_V_COMMAND, /* command */
       LOD_V_SPECIAL, /* special: of a Brilliant Stroke */
       LOD_V_FINISH,  /* the command, event or step is done */
       /* within commands */
       LOD_V_SELECT,   /* space */
       LOD_V_REGULARS, /* space: British Muster */
       LOD_V_TORIES,   /* space: British Muster */
       LOD_V_FORT,     /* space */
       LOD_V_VILLAGE,  /* space */
       LOD_V_REWARD,   /* space: Reward Loyalty */
       LOD_V_RAISE,    /* space: Rally or Gather places units */
       LOD_V_COLLECT,  /* space: Rally or Gather moves units in and flips them */
       LOD_V_CONVERT,  /* space: Rally replaces Militia with Continentals */
       LOD_V_PLACE,    /* piece: one more */
       LOD_V_RECALL,   /* piece space: 1.4.1 */
       LOD_V_GIVE,     /* piece: one more of those that are replaced */
       LOD_V_FROM,     /* space: a group sets out */
       LOD_V_TAKE,     /* piece: joins the group */
       LOD_V_BRING,    /* faction: its Leader goes along */
       LOD_V_DEPART,   /* the group is complete */
       LOD_V_MOVE,     /* piece space: one unit from there */
       LOD_V_GARRISON, /* space space: one Regular from there to there */
       LOD_V_DISPLACE, /* space space: Rebellion units of this City go there */
       LOD_V_SCOUT,    /* space space: from, to */
       LOD_V_ACTIVATE, /* piece */
       LOD_V_MOBILIZE, /* space piece: French agents */
       LOD_V_SEND,     /* count: Hortalez */
       LOD_V_CLEAR,    /* space marker: pay to remove one */
       LOD_V_SHIFT,    /* space: one level */
       /* special activities */
       LOD_V_SKIRMISH,       /* space way */
       LOD_V_PARTISANS,      /* space way */
       LOD_V_WAR_PATH,       /* space way */
       LOD_V_REMOVE,         /* piece: one more */
       LOD_V_NAVAL_PRESSURE, /* */
       LOD_V_PERSUADE,       /* space */
       LOD_V_TRADE,          /* space */
       LOD_V_OFFER,          /* count: what the British give */
       LOD_V_PLUNDER,        /* space piece: where, which War Party goes */
       LOD_V_PREPARE,        /* preparation */
       LOD_V_LIFT,           /* space: a Blockade goes to the West Indies */
       LOD_V_BLOCKADE,       /* space: a Blockade is put on this City */
       LOD_V_REARRANGE,      /* */
       /* battle */
       LOD_V_JOIN,  /* the ally takes part */
       LOD_V_ALONE, /* it does not */
       LOD_V_USE,   /* piece: a War Party fights as a Tory */
       /* winter quarters and leaders */
       LOD_V_PAY,        /* space */
       LOD_V_DISBAND,    /* space: units out of supply are removed */
       LOD_V_WITHDRAW,   /* space space: units out of supply go there */
       LOD_V_SHIFT_NEAR, /* space space: units stay here, that space shifts (8.4.7) */
       LOD_V_REDEPLOY,   /* space: the Leader goes there */
       LOD_V_RETIRE,     /* the Leader goes to Available */
       LOD_V_DESERT,     /* piece space */
       /* events */
       LOD_V_CHOOSE,   /* space */
       LOD_V_NAME,     /* faction */
       LOD_V_WAY,      /* choice */
       LOD_V_PUT,      /* piece space place: one from that box to that space */
       LOD_V_TAKE_OFF, /* piece space */
       LOD_V_RELOCATE, /* piece space space */
       LOD_V_FLIP,     /* piece space */
       /* non-players */
       LOD_V_FOLLOW, /* what section 8 prescribes */
       LOD_VERBS,
};

enum { /* events of the log */
       LOD_E_NONE,
       LOD_E_CARD,       /* card */
       LOD_E_NEXT,       /* card: now on top of the deck */
       LOD_E_STROKE,     /* card */
       LOD_E_TRUMPED,    /* card */
       LOD_E_PASSES,     /* */
       LOD_E_COMMAND,    /* command */
       LOD_E_LIMITED,    /* command */
       LOD_E_FREE,       /* command */
       LOD_E_EVENT,      /* card text */
       LOD_E_SKIPPED,    /* card part: what cannot be carried out (5.1.3) */
       LOD_E_STEP,       /* part: it was carried out; read by nobody, for the counts */
       LOD_E_SPECIAL,    /* special */
       LOD_E_SELECTS,    /* space */
       LOD_E_NAMES,      /* faction: in an Event */
       LOD_E_WAY,        /* choice: in an Event */
       LOD_E_RESOURCES,  /* change, now */
       LOD_E_PLACED,     /* n piece space */
       LOD_E_PLACED_BOX, /* n piece place space */
       LOD_E_REMOVED,    /* n piece space */
       LOD_E_CASUALTY,   /* n piece space */
       LOD_E_MOVED,      /* n piece from to */
       LOD_E_ACTIVATED,  /* n piece space */
       LOD_E_HIDDEN,     /* n piece space: turned Underground */
       LOD_E_RECALLED,   /* piece space */
       LOD_E_BOXES,      /* n piece from to: between boxes */
       LOD_E_LEVEL,      /* space level */
       LOD_E_MARKED,     /* n marker space */
       LOD_E_CLEARED,    /* marker space */
       LOD_E_LEADER,     /* leader place */
       LOD_E_SUCCEEDS,   /* leader leader */
       LOD_E_BLOCKADE,   /* space fni */
       LOD_E_LIFTED,     /* space fni */
       LOD_E_SQUADRON,   /* now in the West Indies, now Unavailable */
       LOD_E_NAVAL_ROLL, /* die */
       LOD_E_BATTLE,     /* space */
       LOD_E_JOINS,      /* faction space */
       LOD_E_FORCE_PART, /* side part, how many take part, how many there are, points */
       LOD_E_FORCE,      /* side force; dice follow */
       LOD_E_MODIFIER,   /* side value modifier: of the side's Loss Level */
       LOD_E_LOSS_LEVEL, /* side level, sum of its modifiers */
       LOD_E_WINS,       /* side space */
       LOD_E_NO_WINNER,  /* space */
       LOD_E_WINS_DAY,   /* side shifts */
       LOD_E_WINTER,     /* card */
       LOD_E_SUPPLIES,   /* space */
       LOD_E_INELIGIBLE, /* */
       LOD_E_ELIGIBLE,   /* */
       LOD_E_RELEASE,    /* regulars tories */
       LOD_E_RESET,      /* */
       LOD_E_TRACKS,     /* cbc crc: changed by a Winter Quarters card */
       LOD_E_MARGIN,     /* faction, margin */
       LOD_E_WON,        /* faction reason */
       LOD_E_NOTE,       /* note: what a non-player follows */
       LOD_E_NOTE_AT,    /* note space */
       LOD_E_NOTE_ROLL,  /* note die */
       LOD_E_RANDOM,     /* column row space */
       LOD_EVENTS,
};

#endif
