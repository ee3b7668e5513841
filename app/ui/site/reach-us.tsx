import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'

/** Phone and e-mail as two buttons, where a page can do nothing better yet. */
export function ReachUs({
  clinic,
  call,
  write,
  address,
}: {
  clinic: ClinicFacts
  call: string
  write: string
  address: string
}) {
  return (
    <div className="row row-cta">
      <ButtonLink href={`tel:${clinic.phone.e164}`}>{call}</ButtonLink>
      <ButtonLink kind="line" href={`mailto:${address}`}>
        {write}
      </ButtonLink>
    </div>
  )
}
