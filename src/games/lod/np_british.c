/* np_british.c - non-player British (8.4). */
#include "np.h"

const lod_np_faction lod_np_british = {0};
