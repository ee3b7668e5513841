import { Link } from 'react-router'
import { type Check, canSend } from '#app/domain/newsletter/campaign-checks.ts'
import { useSite } from '#app/http/site.ts'
import { CheckItem } from '#app/ui/admin/check-item.tsx'
import { ClaimHits } from '#app/ui/admin/claim-hits.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { newsletterPage } from './words.ts'
import { addressLine } from '#content/site.ts'
import { editPath } from './edit-path.ts'
import type { NewsletterReviewProps } from './newsletter-review.tsx'

const { checks: words } = newsletterPage

/** Every check and, unless it is green, a way to fix it. */
export function NewsletterChecks(props: NewsletterReviewProps) {
  const address = addressLine(useSite().clinic)
  return (
    <ul className="checks">
      {props.checks.map((check) => (
        <CheckItem
          key={check.name}
          light={check.light}
          word={words.lights[check.light]}
          says={describe(check, props, address)}
        >
          {check.light !== 'green' && <Fix check={check} {...props} />}
        </CheckItem>
      ))}
    </ul>
  )
}

function describe({ name, light }: Check, { recipients, publicOrigin }: NewsletterReviewProps, address: string) {
  if (name === 'recipients') return light === 'green' ? words.recipients.green(recipients) : words.recipients.red
  if (name === 'unsubscribe')
    return light === 'green' ? words.unsubscribe.green : words.unsubscribe.broken(publicOrigin)
  if (name === 'address') return light === 'red' ? words.address.red : words.address[light](address)
  if (name === 'repeated') return words.repeated.amber
  if (name === 'link') return words.link[light]
  if (name === 'text') return words.text[light === 'green' ? 'green' : 'red']
  return words[name][light === 'green' ? 'green' : 'amber']
}

function Fix({ check, ...props }: NewsletterReviewProps & { check: Check }) {
  const edit = (
    <ButtonLink kind="line" small to={editPath(props.campaign)}>
      {words.edit}
    </ButtonLink>
  )
  if (check.name === 'recipients') return <Link to={words.recipients.fix.href}>{words.recipients.fix.text}</Link>
  if (check.name === 'address') {
    const isOpen = check.light === 'red' || props.form.values?.intent === 'address'
    return (
      <details open={isOpen}>
        <summary>{words.address.fix}</summary>
        <AddressForm {...props} />
      </details>
    )
  }
  if (check.name === 'claims')
    return (
      <>
        <ClaimHits hits={props.claims} />
        <ActionForm className="row">
          {edit}
          {canSend(props.checks) && <IntentButton intent="send" text={words.sendAnyway} kind="line" small />}
        </ActionForm>
      </>
    )
  return check.name === 'link' || check.name === 'encrypted' || check.name === 'repeated' ? edit : null
}

/** The same fields as on the page Clinic. */
function AddressForm({ addressRevision, form: posted }: NewsletterReviewProps) {
  const { addressForm } = words
  const { street = '', city, region, postalCode = '', withoutAddress } = useSite().clinic
  const there: Record<string, string> = withoutAddress ? {} : { street, city, region, postalCode }
  const form = posted.values?.intent === 'address' ? posted : { values: there }
  return (
    <ActionForm noValidate>
      <input type="hidden" name="revision" value={addressRevision} />
      {addressFields.map(([name, autoComplete]) => (
        <Field
          key={name}
          label={addressForm[name]}
          {...fieldState(form, name)}
          name={name}
          autoComplete={autoComplete}
        />
      ))}
      <IntentButton intent="address" text={addressForm.button} kind="line" small />
    </ActionForm>
  )
}

const addressFields = [
  ['street', 'address-line1'],
  ['city', 'address-level2'],
  ['region', 'address-level1'],
  ['postalCode', 'postal-code'],
] as const
