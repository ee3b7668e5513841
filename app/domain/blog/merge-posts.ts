type Dated = { publishedAt?: number | undefined }

/**
 * Own posts among those of a feed, by publication date. The feed's keep their order, whatever their dates say (product
 * decisions, 'Blog posts'); `own` has the newest first, those without a date last.
 */
export function mergePosts<Own extends Dated, FromFeed extends Dated>(
  own: readonly Own[],
  fromFeed: readonly FromFeed[],
): (Own | FromFeed)[] {
  const merged: (Own | FromFeed)[] = []
  let next = 0
  for (const post of fromFeed) {
    // One without a date stays with the one before it.
    while (next < own.length && isNewer(own[next]!, post)) merged.push(own[next++]!)
    merged.push(post)
  }
  return [...merged, ...own.slice(next)]
}

const isNewer = ({ publishedAt: own }: Dated, { publishedAt }: Dated) =>
  own !== undefined && publishedAt !== undefined && own >= publishedAt
