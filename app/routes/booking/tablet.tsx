import { randomBytes } from 'node:crypto'
import { redirect, redirectDocument } from 'react-router'
import { logIn, logInWithPasskey } from '#app/domain/accounts/log-in.server.ts'
import { parsePasskeyAnswer } from '#app/domain/accounts/passkey-answers.server.ts'
import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { countTabletAttempt, endTablet, findTablet, type Tablet } from '#app/domain/booking/forms/tablet.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { tabletPath } from '#app/domain/shared/go-to-tablet.ts'
import { clientNetworks } from '#app/http/client-fingerprint.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { getLoginClient, rememberDevice } from '#app/http/known-device.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { showForm, submitLimited } from '#app/http/submit.server.ts'
import { clearTablet, readTablet } from '#app/http/tablet.server.ts'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { PageHeading } from '#app/ui/site/page-heading.tsx'
import { loginPage } from '#content/pages/login.ts'
import { tabletPage as words } from '#content/pages/tablet.ts'
import { TabletScript } from './parts/tablet-script.tsx'
import { TakeBack } from './parts/take-back.tsx'
import type { Route } from './+types/tablet.ts'

export const handle = readPage()

/**
 * `/tablet` leads to the form, or shows nothing of the patient once all are filled in or the time is over. In both cases,
 * and at `/tablet/staff`, somebody who works here can take the device back.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  const id = readTablet(request, context)
  const tablet = id === undefined ? undefined : await loadOr503(context, () => findTablet(services, id, Date.now()))
  if (!tablet) {
    clearTablet(context)
    throw redirectDocument(signInPath('/admin'))
  }
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === tabletPath && tablet.state === 'open')
    throw redirect(`${tabletPath}/forms/${tablet.due[0]}`, {
      // What the browser keeps of pages before must not come back: from its cache they would without asking us.
      headers: searchParams.has('start') ? { 'Clear-Site-Data': '"cache"' } : {},
    })
  return { state: tablet.state, key: randomBytes(9).toString('base64url'), leftMs: tablet.leftMs }
}

/** Whoever works here proves it, and is signed in. A patient's own account is no use here. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const typed = await typedFields(request)
  return submitLimited(context, {}, words, async () => {
    const id = readTablet(request, context)
    const tablet = id === undefined ? undefined : await findTablet(services, id, now)
    if (!tablet) return redirectDocument(tabletPath, 303)
    const allowed = services.config.abuseLimits ? await countTabletAttempt(services, tablet.id, now) : undefined
    if (allowed && !allowed.ok) return allowed
    return takeBack(request, context, tablet, { typed, now })
  })
}

async function takeBack(request: Request, context: RequestContext, tablet: Tablet, { typed, now }: TakeBackOptions) {
  const services = context.get(servicesContext)
  const page = context.get(pageContext)
  const { key = '' } = typed
  const [email, password] = [typed[`email-${key}`]?.trim().toLowerCase() ?? '', typed[`password-${key}`] ?? '']
  const attempt = { headers: request.headers, from: page.clientAddress, onlyStaff: true, now }
  const isByPasskey = typed.intent === 'passkey'
  const entered = isByPasskey
    ? await logInWithPasskey(services, {
        ...attempt,
        answer: parsePasskeyAnswer(typed.passkey),
        client: clientNetworks(context),
      })
    : await logIn(services, { ...attempt, email, password, client: getLoginClient(request, context, email) })
  if (!entered.ok) {
    if (entered.reason === 'too-many') return entered
    if (entered.reason === 'busy') return showForm({ email }, 503, { error: loginPage.busy })
    return showForm({ email }, 400, { error: isByPasskey ? words.wrongPasskey : words.wrong })
  }
  await endTablet(services, { who: entered.accountId, from: page.clientAddress }, tablet)
  clearTablet(context)
  for (const cookie of entered.cookies) page.setCookie(cookie)
  const next = `/admin/appointments/${tablet.appointment.id}`
  if ('needsCode' in entered && entered.needsCode)
    return redirect(`/login/code?${new URLSearchParams({ next }).toString()}`, 303)
  rememberDevice(request, context, 'email' in entered ? entered.email : email)
  return redirect(next, 303)
}

type TakeBackOptions = { typed: Typed; now: number }

export default function TabletPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, key, leftMs } = loaderData
  const site = useSite()
  const { form = {} }: { form?: FormState } = actionData ?? {}
  return (
    <>
      <PageHead site={site} path={tabletPath} title={words.title} description={words.description} noindex />
      <PageHeading title={words[state].title} lead={words[state].lead} />
      <TakeBack form={form} fieldKey={key} state={state} />
      <TabletScript leftMs={leftMs} />
    </>
  )
}
