/** A plot whose named parts are groups: a part without a role may not have a name. */
export function grouped<T extends Element>(plot: T): T {
  for (const part of plot.querySelectorAll("g[aria-label]")) part.setAttribute("role", "group");
  return plot;
}
