import type { FormState } from '#app/domain/shared/form-state.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { loginPage } from '#content/pages/login.ts'
import { PasswordField } from './password-field.tsx'
import { SplitPage } from './split-page.tsx'

export type LoginMode = 'login' | 'signUp'

type LoginPageProps = {
  site: PageSite
  mode: LoginMode
  action: string
  next: string | undefined
  form: FormState
  /** The address whose confirmation email can be sent again. */
  unverified: string | undefined
}

/** Login and Sign Up. The same for every visitor, so that the page can come from the cache. */
export function LoginPage({ site, mode, action, next, form, unverified }: LoginPageProps) {
  const { title, seo } = loginPage[mode]
  const post = {
    method: 'post' as const,
    // Without '#outcome': the browser would append it to the page after the login.
    action,
    noValidate: true,
    'data-enhance': true,
    'data-offline': loginPage.offline(site.clinic),
  }
  return (
    <SplitPage site={site} path="/login" id="login" seo={seo} title={title}>
      <Toggle mode={mode} next={next} />
      <FormOutcome form={form} />
      {unverified && (
        <form {...post} className="again">
          <input type="hidden" name="email" value={unverified} />
          <Button kind="line" small name="intent" value="again">
            {loginPage.unverified.button}
          </Button>
        </form>
      )}
      <form {...post}>{mode === 'login' ? <LoginFields form={form} /> : <SignUpFields form={form} />}</form>
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

function Toggle({ mode, next }: Pick<LoginPageProps, 'mode' | 'next'>) {
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
