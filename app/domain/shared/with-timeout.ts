/** The result of `work`, or an error once `ms` have passed; `work` itself goes on. */
export async function withTimeout<Answer>(work: Promise<Answer>, ms: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
