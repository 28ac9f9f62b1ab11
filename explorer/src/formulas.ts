/** The formulas of the page in TeX; the build turns them into MathML. */
export const formulas = {
  delassus: "u = u^- + W\\,p, \\qquad W = J M^{-1} J^{\\mathsf T}",
  friction: "|p_t| \\le \\mu\\, p_n",
  stick: "u_t^- + W_{tt}\\,p_t + W_{tn}\\,p_n = 0",
  compression: "u_n^- + W_{tn}\\,p_t + W_{nn}\\,p_n = 0",
  work: "\\tfrac12\\, p \\cdot (u^- + u^+) \\le 0",
  newton: "u_n^+ = -e\\, u_n^-",
  poisson: "p_n^{\\mathrm r} = e\\, p_n^{\\mathrm c}",
  stronge: "W_{\\mathrm r} = -e^2\\, W_{\\mathrm c}",
  ledger:
    "T + V + \\text{impacts} + \\text{friction} + \\text{dampers} - \\text{efforts} - \\text{surfaces} = \\text{const.}",
} as const;
