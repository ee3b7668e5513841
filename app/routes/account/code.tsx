import '#app/ui/styles/errands.css'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { logInWithCode } from '#app/domain/accounts/log-in.server.ts'
import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { parseCode } from '#app/domain/accounts/second-factor-code.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { adminOfRequest } from '#app/http/own-admin.ts'
import { rememberDevice } from '#app/http/known-device.server.ts'
import { safeRedirectPath } from '#app/http/safe-redirect-path.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { SplitPage } from './parts/split-page.tsx'
import { CodeFields } from '#app/ui/admin/code-fields.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { codePage as words, unlockPage } from '#content/pages/admin-security.ts'

export const handle = contentPage()

/** For who gave the right password a moment ago. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  context.get(pageContext).doNotStore()
  if (!(await context.get(servicesContext).signIn.findPendingAccount(request.headers)))
    throw redirect(signInPath(nextOf(request)))
  return { next: nextOf(request) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const given = await typedFields(request)
  const services = context.get(servicesContext)
  const entered = await logInWithCode(services, {
    code: parseCode(given),
    headers: request.headers,
    isLimited: services.config.abuseLimits,
    admin: adminOfRequest(context),
    now: Date.now(),
  })
  if (entered.ok) {
    for (const cookie of entered.cookies) context.get(pageContext).setCookie(cookie)
    rememberDevice(request, context, services.config.admin.email)
    return redirect(nextOf(request) ?? '/', 303)
  }
  if (entered.reason === 'gone') return redirect(signInPath(nextOf(request)), 303)
  if (entered.reason === 'too-many') {
    context.get(pageContext).retryAfter(Math.max(1, Math.ceil((entered.retryAt - Date.now()) / 1000)))
    return data({ error: unlockPage.tooMany(clinicClock(entered.retryAt, clinicTimeZone)) }, { status: 429 })
  }
  return data({ error: unlockPage.wrongCode }, { status: 400 })
}

/** Where they wanted to go, through all steps. */
const nextOf = ({ url }: Request) => safeRedirectPath(new URL(url).searchParams.get('next'))

export default function Code() {
  const site = useSite()
  const { next } = useLoaderData<typeof loader>()
  const { error } = useActionData<{ error: string }>() ?? {}
  return (
    <>
      <PageHead site={site} path="/login/code" title={words.seo.title} description={words.seo.description} noindex />
      <SplitPage id="code-form">
        <h1>{words.title}</h1>
        <p className="muted">{words.text}</p>
        <form method="post" noValidate>
          <CodeFields name="code" backupName="backup" autoFocus error={error} />
          <Button wide>{words.button}</Button>
        </form>
        <p>
          <a href={signInPath(next)}>{words.again}</a>
        </p>
        <p className="hint">{words.lost}</p>
      </SplitPage>
    </>
  )
}
