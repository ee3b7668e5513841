import '#app/ui/styles/errands.css'
import { data, redirect } from 'react-router'
import { logInWithCode } from '#app/domain/accounts/log-in.server.ts'
import { parseCode } from '#app/domain/accounts/second-factor-code.ts'
import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { rememberDevice } from '#app/http/known-device.server.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { safeRedirectPath } from '#app/http/safe-redirect-path.ts'
import { useSite } from '#app/http/site.ts'
import { CodeFields } from '#app/ui/admin/code-fields.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { codePage as words, unlockPage } from '#content/pages/admin-security.ts'
import { SplitPage } from './parts/split-page.tsx'
import type { Route } from './+types/code.ts'

export const handle = contentPage()

/** The second step of a login, after the right password. */
export async function loader({ request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const next = getNext(request)
  if (!(await context.get(servicesContext).signIn.findPendingAccount(request.headers))) throw redirect(signInPath(next))
  return { next }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const page = context.get(pageContext)
  const session = await logInWithCode(services, {
    code: parseCode(await typedFields(request)),
    headers: request.headers,
    isLimited: services.config.abuseLimits,
    from: page.clientAddress,
    now: Date.now(),
  })
  if (session.ok) {
    for (const cookie of session.cookies) page.setCookie(cookie)
    rememberDevice(request, context, services.config.admin.email)
    return redirect(getNext(request) ?? '/', 303)
  }
  if (session.reason === 'gone') return redirect(signInPath(getNext(request)), 303)
  if (session.reason === 'too-many') {
    page.retryAfter(Math.max(1, Math.ceil((session.retryAt - Date.now()) / 1000)))
    return data({ error: unlockPage.tooMany(clinicClock(session.retryAt, clinicTimeZone)) }, { status: 429 })
  }
  return data({ error: unlockPage.wrongCode }, { status: 400 })
}

const getNext = ({ url }: Request) => safeRedirectPath(new URL(url).searchParams.get('next'))

export default function Code({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const site = useSite()
  const { error } = actionData ?? {}
  return (
    <SplitPage site={site} path="/login/code" id="code-form" {...words}>
      <form method="post" noValidate>
        <CodeFields name="code" backupName="backup" autoFocus error={error} />
        <Button wide>{words.button}</Button>
      </form>
      <p>
        <a href={signInPath(next)}>{words.again}</a>
      </p>
      <p className="hint">{words.lost}</p>
    </SplitPage>
  )
}
