import type { ClaimHit } from '#app/domain/claims/find-claims.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type Check, canSend } from '#app/domain/newsletter/campaign-checks.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { CheckItem } from '#app/ui/admin/check-item.tsx'
import { ClaimHits } from '#app/ui/admin/claim-hits.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { newsletterPage } from '#content/pages/admin-newsletter.ts'
import { addressLine } from '#content/site.ts'

const { checks: words } = newsletterPage

type NewsletterChecksProps = {
  id: string
  checks: Check[]
  claims: ClaimHit[]
  recipients: number
  clinic: ClinicFacts
  publicOrigin: string
  addressRevision: number
  formError: FormState | undefined
}

/** Every check and, unless it is green, a way to fix it. */
export function NewsletterChecks(props: NewsletterChecksProps) {
  return (
    <ul className="checks">
      {props.checks.map((check) => (
        <CheckItem key={check.name} light={check.light} word={words.lights[check.light]} says={describe(check, props)}>
          {check.light !== 'green' && <Fix check={check} {...props} />}
        </CheckItem>
      ))}
    </ul>
  )
}

function describe({ name, light }: Check, { recipients, clinic, publicOrigin }: NewsletterChecksProps) {
  const address = addressLine(clinic)
  if (name === 'recipients') return light === 'green' ? words.recipients.green(recipients) : words.recipients.red
  if (name === 'unsubscribe')
    return light === 'green' ? words.unsubscribe.green : words.unsubscribe.broken(publicOrigin)
  if (name === 'address') return light === 'red' ? words.address.red : words.address[light](address)
  if (name === 'repeated') return words.repeated.amber
  if (name === 'link') return words.link[light]
  return words[name][light === 'green' ? 'green' : 'amber']
}

function Fix({ check, id, claims, checks, ...props }: NewsletterChecksProps & { check: Check }) {
  const edit = (
    <ButtonLink kind="line" small href={`/admin/newsletter?edit=${id}`}>
      {words.edit}
    </ButtonLink>
  )
  if (check.name === 'recipients') return <a href={words.recipients.fix.href}>{words.recipients.fix.text}</a>
  if (check.name === 'address') {
    const isOpen = check.light === 'red' || props.formError?.values?.intent === 'address'
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
        <ClaimHits hits={claims} />
        <form method="post" action="#outcome" className="row">
          {edit}
          {canSend(checks) && (
            <Button kind="line" small name="intent" value="send">
              {words.sendAnyway}
            </Button>
          )}
        </form>
      </>
    )
  return check.name === 'link' || check.name === 'encrypted' || check.name === 'repeated' ? edit : null
}

type AddressFormProps = Pick<NewsletterChecksProps, 'clinic' | 'addressRevision' | 'formError'>

/** The same fields as on the page Clinic. */
function AddressForm({ clinic, addressRevision, formError }: AddressFormProps) {
  const { addressForm } = words
  const { street = '', city, region, postalCode = '', withoutAddress } = clinic
  const there: Record<string, string> = withoutAddress ? {} : { street, city, region, postalCode }
  const typed = formError?.values?.intent === 'address' ? formError : undefined
  const form = typed ?? { values: there }
  return (
    <form method="post" action="#outcome" noValidate>
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
      <Button kind="line" small name="intent" value="address">
        {addressForm.button}
      </Button>
    </form>
  )
}

const addressFields = [
  ['street', 'address-line1'],
  ['city', 'address-level2'],
  ['region', 'address-level1'],
  ['postalCode', 'postal-code'],
] as const
