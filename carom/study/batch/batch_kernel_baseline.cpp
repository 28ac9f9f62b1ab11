/// The batch for processors of any age and kind.
#include <carom/study/batch/batch_kernel.hpp>

namespace carom::detail {

#if defined(__GNUC__)

[[gnu::flatten]] bool batch_kernel_baseline(const BatchArrays& arrays, std::size_t count,
                                            Restitution rule) {
  return resolve_blocks<2>(arrays, count, rule);
}

#else

// A compiler without vectors: everything is special.
bool batch_kernel_baseline(const BatchArrays&, std::size_t, Restitution) { return false; }

#endif

}  // namespace carom::detail
