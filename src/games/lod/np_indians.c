/* np_indians.c - non-player Indians (8.7). */
#include "np.h"

const lod_np_faction lod_np_indians = {0};
