import { untilCached } from './cached.ts'
import { forInformation, type Outcome } from './figure.ts'
import type { Deps } from './deps.ts'
import { startSite } from './site.ts'
import { askBoth, figuresOfBoth, type Times } from './two-sites.ts'

const atOnce = 20
const rounds = 3

/**
 * Pages of a site where twenty people sign in at any moment (argon2id at OWASP's figures), against the same pages of
 * an idle site. Both get the same requests at the same time, so that noise on the machine affects both.
 */
export async function signIns({ quick }: Deps): Promise<Outcome> {
  const seconds = quick ? 1 : 8
  const settings = { ABUSE_LIMITS: 'off' }
  const [idle, busy] = [await startSite({ settings }), await startSite({ settings })]
  try {
    for (const { url } of [idle, busy]) await untilCached(`${url}/`)
    await askBoth(idle.url, busy.url, quick ? 1 : 3)
    const stop = signInOnAndOn(busy.url)
    const taken: Times[] = []
    for (let round = 0; round < rounds; round += 1) taken.push(await askBoth(idle.url, busy.url, seconds))
    const entered = await stop()
    return {
      figures: [
        ...figuresOfBoth(`Home page while ${atOnce} people sign in`, taken),
        forInformation({
          name: 'Sign-ins meanwhile, per second',
          value: entered / (rounds * seconds),
          unit: 'sign-ins',
          from: 'all rounds',
        }),
      ],
      details: { taken },
    }
  } finally {
    await idle.stop()
    await busy.stop()
  }
}

/** Twenty people who sign in again as soon as they get a response; returns how to stop them and their count. */
function signInOnAndOn(url: string) {
  let stopped = false
  let answered = 0
  const person = async (index: number) => {
    while (!stopped) {
      const body = new URLSearchParams({ email: `person-${index}@example.com`, password: 'nine sparrows on a wire' })
      const { status } = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' })
      if (status !== 400) throw new Error(`a sign-in was answered ${status}`)
      answered += 1
    }
  }
  const all = Array.from({ length: atOnce }, (_, index) => person(index))
  return async () => {
    stopped = true
    await Promise.all(all)
    return answered
  }
}
