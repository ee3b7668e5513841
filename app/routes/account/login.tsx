import '#app/ui/styles/shop-and-booking.css'
import { Link, redirectDocument } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { takeNotice } from '#app/http/flash.ts'
import { safeRedirectPath } from '#app/http/safe-redirect-path.ts'
import { keptCookie, readCookie, setCookie } from '#app/http/cookies.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { showForm } from '#app/http/submit.server.ts'
import { tryLoad } from '#app/http/load.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { PasskeyButton } from '#app/ui/passkeys/passkey-button.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { loginPage } from '#content/pages/login.ts'
import { passkeys } from '#content/pages/passkeys.ts'
import { asksCookie, LoginFields } from './parts/login-fields.tsx'
import { SplitPage } from './parts/split-page.tsx'
import { receiveLogin, receivePasskey, receiveSignUp, sendAgain } from './receive-login.server.ts'
import type { Route } from './+types/login.ts'

export const handle = workPage()

/** Signed-in people are redirected (specification, section 2). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { mode, next } = readQuery(request)
  if (await tryLoad(context, () => getSignedIn(request, context))) throw redirectDocument(next ?? '/')
  setCookie(context, keptCookie, '1', 24 * 3_600)
  return { texts: getTexts(context, 'login'), mode, next, form: takeNotice(request, context, '/login') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const { mode, next = '/' } = readQuery(request)
  if (typed.intent === 'again') return sendAgain(context, typed)
  if (typed[asksCookie] && readCookie(request, keptCookie) === undefined)
    return showForm(typed, 400, { error: loginPage.noCookies })
  if (typed.intent === 'passkey') return receivePasskey(request, context, typed, next)
  return mode === 'signUp' ? receiveSignUp(request, context, typed, next) : receiveLogin(request, context, typed, next)
}

type Query = { mode: 'login' | 'signUp'; next: string | undefined }

function readQuery({ url }: Request): Query {
  const { searchParams } = new URL(url)
  return {
    mode: searchParams.get('mode') === 'sign-up' ? 'signUp' : 'login',
    next: safeRedirectPath(searchParams.get('next')),
  }
}

/** Login and Sign Up. */
export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, mode, next, form: loaded } = loaderData
  const site = useSite()
  // `unverified`: the address whose confirmation email can be sent again.
  const { form = loaded, unverified }: { form?: FormState; unverified?: string } = actionData ?? {}
  const { title, seo } = mode === 'signUp' ? texts.signUp : texts
  const post = {
    // Without '#outcome': the browser would append it to the page after the login.
    action: loginPath({ mode, next }),
    noValidate: true,
    offline: loginPage.offline(site.clinic),
  }
  return (
    <SplitPage site={site} path="/login" id="login" seo={seo} title={title}>
      <Toggle mode={mode} next={next} />
      <FormOutcome form={form} />
      {unverified && (
        <ActionForm {...post} className="again">
          <input type="hidden" name="email" value={unverified} />
          <IntentButton intent="again" text={loginPage.unverified.button} kind="line" small />
        </ActionForm>
      )}
      {/* One form for both, so that the typed address stays. */}
      <ActionForm {...post}>
        <LoginFields mode={mode} form={form} />
      </ActionForm>
      {mode === 'login' && (
        <ActionForm {...post}>
          <input type="hidden" name="intent" value="passkey" />
          <input type="hidden" name={asksCookie} value="1" />
          <PasskeyButton kind="line" wide name="passkey" text={passkeys.login.button} failed={passkeys.login.failed} />
        </ActionForm>
      )}
      {mode === 'login' && (
        <p>
          <Link className="btn-text" to="/login/forgot">
            {loginPage.forgot}
          </Link>
        </p>
      )}
      <p>
        {texts.booked.question} <a href={texts.booked.link.href}>{texts.booked.link.text}</a>
      </p>
    </SplitPage>
  )
}

function loginPath({ mode, next }: Query) {
  const query = new URLSearchParams({ ...(mode === 'signUp' && { mode: 'sign-up' }), ...(next && { next }) }).toString()
  return query ? `/login?${query}` : '/login'
}

const Toggle = ({ mode, next }: Query) => (
  <nav className="ways seg" aria-label={loginPage.toggle}>
    {(['login', 'signUp'] as const).map((name) => (
      <Link
        key={name}
        to={loginPath({ mode: name, next })}
        aria-current={name === mode ? 'page' : undefined}
        preventScrollReset
      >
        {loginPage[name].button}
      </Link>
    ))}
  </nav>
)
