/** Asks again until there is an answer; for what happens soon in another process, on a slow machine later. */
export async function until<Answer>(ask: () => Promise<Answer | undefined>, withinMs = 30_000): Promise<Answer> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > deadline) throw new Error('it did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
