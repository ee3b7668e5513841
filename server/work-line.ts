type Bounds = {
  /** So many are worked on at once. */
  atOnce: number
  /** So many of them begin in one turn of the event loop; in between, what is ready in memory is answered. */
  inOneTurn: number
  /** So many wait. */
  mostWaiting: number
  /** So long, in milliseconds. */
  patienceMs: number
}

type Waiting = { since: number; begin(done: () => void): void; refuse(why: 'line-full' | 'waited'): void }

export type WorkLine = ReturnType<typeof createWorkLine>

const lookEveryMs = 250

/**
 * Lets requests be worked on some at a time, in the order in which they came. Who comes to a full line, or would wait
 * too long, is refused at once, which costs next to nothing.
 */
export function createWorkLine({ atOnce, inOneTurn, mostWaiting, patienceMs }: Bounds) {
  const line = new Set<Waiting>()
  let working = 0
  let begunInThisTurn = 0
  let looking: NodeJS.Timeout | undefined

  const hasRoom = () => working < atOnce && begunInThisTurn < inOneTurn

  function begin({ begin }: Pick<Waiting, 'begin'>) {
    working += 1
    if (begunInThisTurn === 0) setImmediate(nextTurn)
    begunInThisTurn += 1
    let isDone = false
    begin(() => {
      if (isDone) return
      isDone = true
      working -= 1
      if (hasRoom()) letIn()
    })
  }

  function nextTurn() {
    begunInThisTurn = 0
    letIn()
  }

  function letIn() {
    for (const next of line) {
      if (!hasRoom()) return
      line.delete(next)
      begin(next)
    }
    clearInterval(looking)
    looking = undefined
  }

  /** Also while nothing gets done, because the database hangs. */
  function refuseTheImpatient() {
    const longAgo = performance.now() - patienceMs
    for (const waiting of line) {
      if (waiting.since > longAgo) return
      line.delete(waiting)
      waiting.refuse('waited')
    }
  }

  return {
    /** Calls either of the two, `begin` perhaps later; `done` may be called more than once. */
    enter(begin_: Waiting['begin'], refuse: Waiting['refuse']) {
      const waiting = { since: performance.now(), begin: begin_, refuse }
      if (line.size === 0 && hasRoom()) return begin(waiting)
      if (line.size >= mostWaiting) return refuse('line-full')
      line.add(waiting)
      looking ??= setInterval(refuseTheImpatient, lookEveryMs).unref()
    },
    waiting: () => line.size,
    working: () => working,
  }
}
