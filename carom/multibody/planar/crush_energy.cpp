#include <carom/multibody/planar/crush_energy.hpp>

#include <cmath>
#include <cstddef>

namespace carom {

double crush_energy(const Crush& crush) {
  const double piece = crush.width / static_cast<double>(crush.depths.size() - 1);
  double sum = 0;
  for (std::size_t k = 1; k < crush.depths.size(); ++k) {
    const double a = crush.depths[k - 1];
    const double b = crush.depths[k];
    sum += piece * (crush.A * (a + b) / 2 + crush.B * (a * a + a * b + b * b) / 6 +
                    crush.A * crush.A / (2 * crush.B));
  }
  const double slope = std::tan(crush.force_angle);
  return sum * (1 + slope * slope);
}

}  // namespace carom
