// The browser's door to the core: one function, text in, text out (requests.hpp).

#include "requests.hpp"

#include <emscripten/bind.h>

EMSCRIPTEN_BINDINGS(carom) { emscripten::function("answer", &carom::page::answer); }
