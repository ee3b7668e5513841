/** What a piece of work answered, and how many milliseconds it took. */
export async function timed<Result>(work: () => Promise<Result> | Result) {
  const startedAt = performance.now()
  const result = await work()
  return { result, ms: performance.now() - startedAt }
}
