import '#app/ui/styles/errands.css'
import { redirect } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { takeFlash } from '#app/http/flash.ts'
import { safeRedirectPath } from '#app/http/safe-redirect-path.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { tryLoad } from '#app/http/load.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { useSite } from '#app/http/site.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { EnhancedForm } from '#app/ui/forms/enhanced-form.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { loginPage } from '#content/pages/login.ts'
import { PasswordField } from './parts/password-field.tsx'
import { SplitPage } from './parts/split-page.tsx'
import { receiveLogin, receiveSignUp, sendAgain } from './receive-login.server.ts'
import type { Route } from './+types/login.ts'

export const handle = contentPage()

/** Signed-in people are redirected (specification, section 2). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { mode, next } = readQuery(request)
  if (await tryLoad(context, () => getSignedIn(request, context))) throw redirect(next ?? '/')
  const form: FormState = takeFlash(request, context, ['password-changed']) ? { notice: loginPage.changed } : {}
  return { mode, next, form }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const { mode, next = '/' } = readQuery(request)
  if (typed.intent === 'again') return sendAgain(context, typed)
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

/** Login and Sign Up. The same for every visitor, so that the page can come from the cache. */
export default function Login({ loaderData: { mode, next, form: loaded }, actionData }: Route.ComponentProps) {
  const site = useSite()
  // `unverified`: the address whose confirmation email can be sent again.
  const { form = loaded, unverified }: { form?: FormState; unverified?: string } = actionData ?? {}
  const { title, seo } = loginPage[mode]
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
        <EnhancedForm {...post} className="again">
          <input type="hidden" name="email" value={unverified} />
          <IntentButton intent="again" text={loginPage.unverified.button} kind="line" small />
        </EnhancedForm>
      )}
      <EnhancedForm {...post}>
        {mode === 'login' ? <LoginFields form={form} /> : <SignUpFields form={form} />}
      </EnhancedForm>
      {mode === 'login' && (
        <form action="/login/forgot">
          <button className="btn-text" type="submit">
            {loginPage.forgot}
          </button>
        </form>
      )}
      <p>
        {loginPage.booked.question} <a href={loginPage.booked.link.href}>{loginPage.booked.link.text}</a>
      </p>
    </SplitPage>
  )
}

function loginPath({ mode, next }: Query) {
  const query = new URLSearchParams({ ...(mode === 'signUp' && { mode: 'sign-up' }), ...(next && { next }) }).toString()
  return query ? `/login?${query}` : '/login'
}

function Toggle({ mode, next }: Query) {
  const modes = [
    { name: 'login', value: 'login' },
    { name: 'signUp', value: 'sign-up' },
  ] as const
  return (
    <form className="seg" action="/login" aria-label={loginPage.toggle}>
      {next && <input type="hidden" name="next" value={next} />}
      {modes.map(({ name, value }) =>
        name === mode ? (
          <span key={name} aria-current="true">
            {loginPage[name].button}
          </span>
        ) : (
          <button key={name} type="submit" name="mode" value={value}>
            {loginPage[name].button}
          </button>
        ),
      )}
    </form>
  )
}

function LoginFields({ form }: { form: FormState }) {
  const { email, password } = loginPage.fields
  return (
    <>
      <Field label={email} name="email" type="email" autoComplete="username" {...fieldState(form, 'email')} />
      <PasswordField label={password} kind="current-password" form={form} />
      <Button wide data-pending={loginPage.login.pending}>
        {loginPage.login.button}
      </Button>
    </>
  )
}

function SignUpFields({ form }: { form: FormState }) {
  const { name, email, password } = loginPage.fields
  const { hint, button, pending } = loginPage.signUp
  return (
    <>
      <Field label={name} name="name" autoComplete="name" optional {...fieldState(form, 'name')} />
      <EmailField label={email} form={form} />
      <PasswordField label={password} kind="new-password" hint={hint} form={form} />
      <Honeypot />
      <Button wide data-pending={pending}>
        {button}
      </Button>
    </>
  )
}
