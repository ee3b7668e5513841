/** Of a normal distribution: 95 of 100 such ranges contain the true share. */
const z = 1.96

/** The range in which a share observed in so many cases probably lies in the long run (Wilson score interval), from 0 to 1. */
export function likelyRange(cases: number, all: number) {
  const share = cases / all
  const center = share + (z * z) / (2 * all)
  const margin = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))
  const scale = 1 + (z * z) / all
  return { from: Math.max(0, (center - margin) / scale), to: Math.min(1, (center + margin) / scale) }
}
