import { challengePasskey } from '#app/domain/accounts/log-in.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { clientNetworks } from '#app/http/client-fingerprint.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { submit } from '#app/http/submit.server.ts'
import { passkeys as words } from '#content/pages/passkeys.ts'
import type { Route } from './+types/challenge.ts'

/** What a passkey has to sign, for the button that asks for one (`PasskeyButton`). */
export async function action({ request, context }: Route.ActionArgs) {
  const page = context.get(pageContext)
  page.doNotStore()
  const now = Date.now()
  const challenge = await submit(
    context,
    () =>
      challengePasskey(context.get(servicesContext), {
        client: clientNetworks(context),
        headers: request.headers,
        now,
      }),
    () => undefined,
  )
  if (!challenge) return Response.json({ error: words.failure }, { status: 503 })
  if (!challenge.ok) {
    const { retryAt } = challenge
    page.retryAfter(Math.max(1, Math.ceil((retryAt - now) / 1000)))
    return Response.json({ error: words.tooMany(clinicClock(retryAt, clinicTimeZone)) }, { status: 429 })
  }
  for (const cookie of challenge.cookies) page.setCookie(cookie)
  return Response.json({ options: challenge.options })
}
