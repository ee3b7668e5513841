import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { ClosuresSection } from './closures-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { ProductsSection, ServicesSection } from './items-section.tsx'
import { NoticeSection } from './notice-section.tsx'
import { AddressSection, EmailsSection, PhonesSection } from './reach-sections.tsx'
import { ReminderSection } from './reminder-section.tsx'
import type { ClinicPageData } from './section-view.ts'

/** The sections that change most often come first. */
const parts = [
  { id: 'closures', heading: words.closures.heading, Part: ClosuresSection },
  { id: 'notice', heading: words.notice.heading, Part: NoticeSection },
  { id: 'hours', heading: words.hours.heading, Part: HoursSection },
  { id: 'reminder', heading: words.reminder.heading, Part: ReminderSection },
  { id: 'products', heading: words.products.heading, Part: ProductsSection },
  { id: 'services', heading: words.services.heading, Part: ServicesSection },
  { id: 'phones', heading: words.phones.heading, Part: PhonesSection },
  { id: 'emails', heading: words.emails.heading, Part: EmailsSection },
  { id: 'address', heading: words.address.heading, Part: AddressSection },
]

export function ClinicAdminPage({ page }: { page: ClinicPageData }) {
  return (
    <AdminPage title={words.title} clinic={page.facts}>
      <p>{words.lead}</p>
      <nav className="jump" aria-label={words.jump}>
        {parts.map(({ id, heading }) => (
          <a key={id} href={`#${id}`}>
            {heading}
          </a>
        ))}
      </nav>
      <div className="adm-parts">
        {parts.map(({ id, Part }) => (
          <Part key={id} page={page} />
        ))}
      </div>
    </AdminPage>
  )
}
