import type { ReactNode } from 'react'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'

export function PhoneLink({ phone, children }: { phone: ClinicFacts['phone']; children?: ReactNode }) {
  return (
    <a className="tel" href={`tel:${phone.e164}`}>
      {children ?? phone.display}
    </a>
  )
}

/** Breaks after the @ where the line is too short. */
export function EmailLink({ address, subject }: { address: string; subject?: string }) {
  const [local, domain] = address.split('@')
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return (
    <a href={`mailto:${address}${query}`}>
      {local}@<wbr />
      {domain}
    </a>
  )
}
