import { redirect } from 'react-router'
import { checkPayment } from '#app/domain/payments/check-payment.server.ts'
import { findPayment } from '#app/domain/payments/payments.server.ts'
import { withTimeout } from '#app/domain/shared/with-timeout.ts'
import { pageContext, type RequestContext, servicesContext } from '#app/http/context.ts'
import { payingCookie, readCookie } from '#app/http/cookies.ts'
import { loadOr404 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { requireId } from '#app/http/require-id.ts'
import { safeRedirectPath } from '#app/http/safe-redirect-path.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { onlinePayment } from '#content/payments.ts'
import type { Route } from './+types/back.ts'

export const handle = readPage()

/**
 * Where the provider leads back to, paid or not. The browser that went there is led to what it paid for; any other sees only
 * what became of the payment, since the provider knows this address.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const id = requireId(params.id)
  const { database } = context.get(servicesContext)
  await askProvider(context, id)
  const { state } = await loadOr404(context, () => findPayment(database.db, id))
  const [paid, back] = readCookie(request, payingCookie)?.split(':') ?? []
  const path = paid === id && safeRedirectPath(back)
  if (path) throw redirect(path, 303)
  return { state }
}

/** Long enough for most answers; a later one comes with the job that asks again. */
const patienceMs = 4_000

async function askProvider(context: RequestContext, id: string) {
  const { payments, ...services } = context.get(servicesContext)
  if (!payments || context.get(pageContext).isPrefetch) return
  const asking = checkPayment({ ...services, payments }, id, Date.now())
  await withTimeout(asking, patienceMs).catch((err: unknown) => {
    services.log.warn({ err }, 'the payment provider could not be asked when a customer came back')
  })
}

const { back } = onlinePayment

export default function Back({ loaderData: { state } }: Route.ComponentProps) {
  return (
    <>
      <PageTop page={{ ...back, lead: back.states[state] }} site={useSite()} path="/payments" noindex />
      <div className="wrap body">
        <p>{back.order}</p>
      </div>
    </>
  )
}
