import { AddressText } from '#app/ui/site/address-text.tsx'

type MailLinkProps = { email: string; subject: string; children?: string; className?: string }

/** Begins a mail in the reader's own mail program; nothing that was typed into a form stands in it. */
export function MailLink({ email, subject, children, className }: MailLinkProps) {
  const to = encodeURIComponent(email).replace('%40', '@')
  return (
    <a href={`mailto:${to}?subject=${encodeURIComponent(subject)}`} className={className}>
      {children ?? <AddressText text={email} />}
    </a>
  )
}
