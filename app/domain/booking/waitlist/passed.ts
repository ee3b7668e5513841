/** Places on the list that were passed over for the same reason. */
export type Passed = { reason: 'offered' | 'asked' | 'day' | 'hours' | 'fit'; places: readonly number[] }

export const toPassed = (passed: readonly { place: number; reason: Passed['reason'] }[]): Passed[] =>
  [...Map.groupBy(passed, ({ reason }) => reason)].map(([reason, of]) => ({
    reason,
    places: of.map(({ place }) => place),
  }))

/** 'passed over: day 1-3 7; offered 4', for the audit trail. */
export const passedInWords = (passed: readonly Passed[]) =>
  passed.length === 0
    ? 'nobody before'
    : `passed over: ${passed.map(({ reason, places }) => `${reason} ${toRanges(places)}`).join('; ')}`

/** 1, 2, 3, 7 -> '1-3 7', since an entry of the trail is short. Places between them are nobody's, or on the list no more. */
function toRanges(places: readonly number[]) {
  const ranges: { first: number; last: number }[] = []
  for (const place of places) {
    const range = ranges.at(-1)
    if (range?.last === place - 1) range.last = place
    else ranges.push({ first: place, last: place })
  }
  return ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(' ')
}

export const fromRanges = (ranges: string) =>
  ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
