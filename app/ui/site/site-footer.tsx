import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { socialLinks } from '#app/domain/clinic/confirmed-links.ts'
import type { ShownPicture } from '#app/domain/pictures/picture.ts'
import type { Link } from '#content/pages/page.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { addressLine } from '#content/site.ts'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import { Logo } from './logo.tsx'

type SiteFooterProps = {
  texts: Content<'site'>['footer']
  clinic: ClinicFacts
  links: Link[]
  logo?: ShownPicture | undefined
}

export function SiteFooter({ texts, clinic, links, logo }: SiteFooterProps) {
  const accounts = socialLinks(clinic)
  return (
    <footer className="foot on-band">
      <div className="wrap">
        <div className="foot-in">
          <div>
            <Logo name={clinic.name} picture={logo} />
            <p className="muted">{texts.about}</p>
          </div>
          <LinkList id="quick-links" heading={texts.quickLinksHeading} links={links} />
          {accounts.length > 0 && <LinkList id="follow" heading={texts.followHeading} links={accounts} />}
          <div className="foot-visit">
            <h2>{texts.visitHeading}</h2>
            <address>
              {!clinic.withoutAddress && <p>{addressLine(clinic)}</p>}
              <PhoneLink phone={clinic.phone} />
              <EmailLink address={clinic.emails.general} />
              <EmailLink address={clinic.emails.booking} />
            </address>
          </div>
        </div>
        <div className="ends foot-base">
          <p>{`© ${clinic.copyrightYear} ${clinic.name}`}</p>
          {clinic.licenses.length > 0 && <p>{clinic.licenses.join(', ')}</p>}
          <p>{texts.physician}</p>
        </div>
      </div>
    </footer>
  )
}

function LinkList({ id, heading, links }: { id: string; heading: string; links: Link[] }) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className="links">
        {links.map(({ text, href }) => (
          <li key={text}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
