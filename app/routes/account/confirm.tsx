import '#app/ui/styles/shop-and-booking.css'
import { redirectDocument, useLocation } from 'react-router'
import { confirmForm } from '#app/domain/accounts/account-forms.server.ts'
import { readConfirmLink } from '#app/domain/accounts/account-links.ts'
import { confirmAddress } from '#app/domain/accounts/confirm-address.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { getLoginClient } from '#app/http/known-device.server.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { showForm, submitForm } from '#app/http/submit.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button, ButtonLink, MoreLink } from '#app/ui/primitives/button.tsx'
import { confirmAccountPage as words, loginPage } from '#content/pages/login.ts'
import { PasswordField } from './parts/password-field.tsx'
import { SplitPage } from './parts/split-page.tsx'
import { getPasswordRules, loadLink, showRejected, startSession } from './password-forms.server.ts'
import type { Route } from './+types/confirm.ts'

export const handle = workPage()

export const loader = ({ params: { token }, context }: Route.LoaderArgs) =>
  loadLink(context, async ({ signer, signIn }) => {
    const link = readConfirmLink(signer, token, Date.now())
    return link && signIn.hasConfirmation(link, Date.now())
  })

/** Confirms the address and signs in. */
export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const link = readConfirmLink(services.signer, token, Date.now())
  const form = { schema: confirmForm, failure: words.failure, tooMany: loginPage.login.tooMany }
  return submitForm(context, typed, form, async ({ password }) => {
    if (!link) return showForm({}, 404, { error: getTexts(context, 'password').confirm.gone.title })
    const confirmed = await confirmAddress(services, {
      link,
      password,
      getClient: (email) => getLoginClient(request, context, email),
      rules: getPasswordRules(context),
      now: Date.now(),
    })
    if (confirmed.ok) {
      const session = await startSession(request, context, { email: confirmed.email, password })
      return redirectDocument(session.ok ? '/' : '/login', 303)
    }
    if (confirmed.reason === 'gone')
      return showForm({}, 404, { error: getTexts(context, 'password').confirm.gone.title })
    if (confirmed.reason === 'too-many' || confirmed.reason === 'busy') return showRejected(context, typed, confirmed)
    return showForm(typed, 400, { error: words[confirmed.reason] })
  })
}

export default function Confirm({ loaderData: { works, ...loaded }, actionData }: Route.ComponentProps) {
  const site = useSite()
  // Without '#outcome': the browser would append it to the page that follows.
  const { pathname } = useLocation()
  const { form = {} } = actionData ?? {}
  const texts = loaded.texts.confirm
  const { title, text } = works ? texts : texts.gone
  return (
    <SplitPage site={site} path="/login/confirm" id="confirm" seo={texts.seo} title={title} text={text}>
      <FormOutcome form={form} />
      {works ? (
        <ActionForm action={pathname} noValidate offline={loginPage.offline(site.clinic)}>
          <PasswordField label={loginPage.fields.password} kind="current-password" form={form} />
          <Button wide>{words.button}</Button>
        </ActionForm>
      ) : (
        <p>
          <ButtonLink to="/login">{loginPage.login.button}</ButtonLink>
        </p>
      )}
      {works && form.error && (
        <p>
          <MoreLink to="/login/forgot">{words.choose}</MoreLink>
        </p>
      )}
    </SplitPage>
  )
}
