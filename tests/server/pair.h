/* pair.h - a group of tests that share one server and two players: Anna and Ben. */
#ifndef PAIR_H
#define PAIR_H

#include "fixture.h"

extern fixture fx;
extern wire_jar anna, ben;

int open_pair(void **); /* for cmocka_run_group_tests */
int close_pair(void **);

#endif
