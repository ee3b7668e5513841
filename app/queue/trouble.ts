/** Whose lanes cannot reach the database. */
export type Trouble = {
  hits(lanes: object, err: unknown): void
  isOverFor(lanes: object): void
}

/** Whatever number of lanes see it, trouble is said once, and once that it is over for all of them. */
export function createTrouble(log: Record<'info' | 'error', (details: object, message: string) => void>): Trouble {
  const inTrouble = new Set<object>()
  return {
    hits(lanes, err) {
      if (inTrouble.size === 0) log.error({ err }, 'queue: the database does not answer')
      inTrouble.add(lanes)
    },
    isOverFor(lanes) {
      if (inTrouble.delete(lanes) && inTrouble.size === 0) log.info({}, 'queue: the database answers again')
    },
  }
}
