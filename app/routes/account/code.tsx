import '#app/ui/styles/shop-and-booking.css'
import { data, Link, redirect, redirectDocument, useLocation } from 'react-router'
import { logInWithCode } from '#app/domain/accounts/log-in.server.ts'
import { parseCode } from '#app/domain/accounts/second-factor-code.ts'
import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { pageContext, type RequestContext, servicesContext } from '#app/http/context.ts'
import { rememberDevice } from '#app/http/known-device.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { safeRedirectPath } from '#app/http/safe-redirect-path.ts'
import { useSite } from '#app/http/site.ts'
import { submit } from '#app/http/submit.server.ts'
import { CodeFields } from '#app/ui/admin/code-fields.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { codePage as words } from '#content/pages/admin-security.ts'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import { loginPage } from '#content/pages/login.ts'
import { SplitPage } from './parts/split-page.tsx'
import { useAnswerCount } from './parts/use-answer-count.ts'
import type { Route } from './+types/code.ts'

export const handle = workPage()

/** The second step of a login, after the right password. */
export async function loader({ request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const next = getNext(request)
  const { signIn } = context.get(servicesContext)
  if (!(await loadOr503(context, () => signIn.findPendingAccount(request.headers)))) throw redirect(signInPath(next))
  return { next }
}

export async function action({ request, context }: Route.ActionArgs) {
  const code = parseCode(await typedFields(request))
  return submit(
    context,
    () => receiveCode(request, context, code),
    () => data({ error: loginPage.login.failure }, { status: 503 }),
  )
}

async function receiveCode(request: Request, context: RequestContext, code: ReturnType<typeof parseCode>) {
  const services = context.get(servicesContext)
  const page = context.get(pageContext)
  const session = await logInWithCode(services, {
    code,
    headers: request.headers,
    isLimited: services.config.abuseLimits,
    from: page.clientAddress,
    now: Date.now(),
  })
  const next = getNext(request)
  if (session.ok) {
    for (const cookie of session.cookies) page.setCookie(cookie)
    rememberDevice(request, context, session.email)
    return redirectDocument(next ?? '/', 303)
  }
  if (session.reason === 'gone') return redirect(signInPath(next), 303)
  if (session.reason === 'too-many') {
    page.retryAfter(Math.max(1, Math.ceil((session.retryAt - Date.now()) / 1000)))
    return data({ error: unlockPage.tooMany(clinicClock(session.retryAt, clinicTimeZone)) }, { status: 429 })
  }
  return data({ error: unlockPage.wrongCode }, { status: 400 })
}

const getNext = ({ url }: Request) => safeRedirectPath(new URL(url).searchParams.get('next'))

export default function Code({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const site = useSite()
  // Without '#outcome': the browser would append it to the page that follows.
  const { pathname, search } = useLocation()
  const { error } = actionData ?? {}
  const answers = useAnswerCount(actionData)
  return (
    <SplitPage site={site} path="/login/code" id="code-form" {...words}>
      <ActionForm action={pathname + search} noValidate offline={loginPage.offline(site.clinic)}>
        <CodeFields key={answers} name="code" backupName="backup" autoFocus error={error} />
        <Button wide>{words.button}</Button>
      </ActionForm>
      <p>
        <Link to={signInPath(next)}>{words.again}</Link>
      </p>
      <p className="hint">{words.lost}</p>
    </SplitPage>
  )
}
