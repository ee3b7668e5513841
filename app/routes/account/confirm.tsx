import '#app/ui/styles/errands.css'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { confirmForm } from '#app/domain/accounts/account-forms.ts'
import { confirmAddress } from '#app/domain/accounts/confirm-address.server.ts'
import { readConfirmLink } from '#app/domain/accounts/confirm-link.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { getLoginClient } from '#app/http/known-device.server.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { tryLoad } from '#app/http/load.ts'
import { showForm, submitForm } from '#app/http/submit.server.ts'
import { useSite } from '#app/http/site.ts'
import { PasswordField } from './parts/password-field.tsx'
import { SplitPage } from './parts/split-page.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button, ButtonLink, MoreLink } from '#app/ui/primitives/button.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { confirmAccountPage as words, loginPage } from '#content/pages/login.ts'
import { getPasswordRules } from './password-rules.server.ts'
import { busy, enter } from './receive-login.server.ts'

export const handle = contentPage()

/** Where the email's link leads. It changes nothing by itself: mail scanners follow every link they see. */
export async function loader({ params: { token = '' }, context }: LoaderFunctionArgs) {
  context.get(pageContext).doNotStore()
  const { signer, signIn } = context.get(servicesContext)
  const now = Date.now()
  const link = readConfirmLink(signer, token, now)
  const read = await tryLoad(context, async () => ({ works: link && (await signIn.hasConfirmation(link, now)) }))
  if (!read) throw data(null, { status: 503 })
  return data({ works: read.works === true }, { status: read.works ? 200 : 404 })
}

/** Confirms the address and signs in, since link and password prove both. */
export async function action({ params: { token = '' }, request, context }: ActionFunctionArgs) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const link = readConfirmLink(services.signer, token, Date.now())
  const { failure } = words
  const { tooMany } = loginPage.login
  return submitForm(context, typed, { schema: confirmForm, failure, tooMany }, async ({ password }) => {
    if (!link) return showForm({}, 404, { error: words.gone.title })
    const confirmed = await confirmAddress(services, {
      link,
      password,
      trier: (email) => getLoginClient(request, context, email),
      rules: getPasswordRules(context),
      now: Date.now(),
    })
    if (confirmed.ok) {
      const entered = await enter(request, context, { email: confirmed.email, password })
      // With a second factor, or another password by now, it goes on there.
      return redirect(entered.ok ? '/' : '/login', 303)
    }
    if (confirmed.reason === 'too-many') return confirmed
    if (confirmed.reason === 'busy') return busy(context, typed)
    if (confirmed.reason === 'gone') return showForm({}, 404, { error: words.gone.title })
    return showForm(typed, 400, { error: words[confirmed.reason] })
  })
}

export default function Confirm() {
  const site = useSite()
  const { works } = useLoaderData<typeof loader>()
  const { form = {} } = useActionData<{ form: FormState }>() ?? {}
  const { title, text } = works ? words : words.gone
  return (
    <>
      <PageHead site={site} path="/login/confirm" title={words.seo.title} description={words.seo.description} noindex />
      <SplitPage id="confirm">
        <h1>{title}</h1>
        <p className="muted">{text}</p>
        <FormOutcome form={form} />
        {works ? (
          <form method="post" noValidate data-enhance data-offline={loginPage.offline(site.clinic)}>
            <PasswordField label={loginPage.fields.password} kind="current-password" form={form} />
            <Button wide>{words.button}</Button>
          </form>
        ) : (
          <p>
            <ButtonLink href="/login">{words.gone.login}</ButtonLink>
          </p>
        )}
        {works && form.error && (
          <p>
            <MoreLink href="/login/forgot">{words.choose}</MoreLink>
          </p>
        )}
      </SplitPage>
    </>
  )
}
