const mostAtOnce = 20

/**
 * Many who ask the same at the same time get one answer. Nobody gets one that was looked for before they asked: who
 * comes while it is being looked for waits for the next one, so an answer is as fresh as if each had asked alone.
 */
export function askTogether<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  keyOf: (question: Question) => string,
): (question: Question) => Promise<Answer> {
  const gathering = new Map<string, Promise<Answer>>()
  const running = new Map<string, Promise<Answer>>()
  const goOn = createDoor(mostAtOnce)

  async function gather(key: string, question: Question) {
    // Whoever is on the way joins.
    await Promise.allSettled([running.get(key), new Promise(setImmediate)])
    gathering.delete(key)
    const asked = ask(question)
    running.set(key, asked)
    try {
      return await asked
    } finally {
      if (running.get(key) === asked) running.delete(key)
    }
  }

  return async (question) => {
    const key = keyOf(question)
    const joined = gathering.get(key) ?? gather(key, question)
    gathering.set(key, joined)
    const answer = await joined
    await goOn()
    return answer
  }
}

/**
 * Lets those who waited go on some at a time: of a thousand who all render their page in step with each other, each
 * keeps its half-made page in memory until the last one is there.
 */
function createDoor(atOnce: number) {
  const waiting: (() => void)[] = []
  function letSomeGo() {
    for (const go of waiting.splice(0, atOnce)) go()
    if (waiting.length > 0) setImmediate(letSomeGo)
  }
  return () =>
    new Promise<void>((go) => {
      if (waiting.push(go) === 1) setImmediate(letSomeGo)
    })
}
