/* np_french.c - non-player French (8.6). */
#include "np.h"

const lod_np_faction lod_np_french = {0};
