import type { ReactNode } from 'react'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { AddressText } from './address-text.tsx'

export function PhoneLink({ phone, children }: { phone: ClinicFacts['phone']; children?: ReactNode }) {
  return (
    <a className="tel" href={`tel:${phone.e164}`}>
      {children ?? phone.display}
    </a>
  )
}

export function EmailLink({ address, subject }: { address: string; subject?: string }) {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return (
    <a href={`mailto:${address}${query}`}>
      <AddressText text={address} />
    </a>
  )
}
