/** Index of the last ascending number that is not above the limit. */
export function findLastIndexAtOrBelow(ascending: number[], limit: number) {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ascending[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
