import { AddressText } from '#app/ui/site/address-text.tsx'

type MailLinkProps = { email: string; subject: string; children?: string; className?: string }

/** Starts an email in the reader's mail app, without any text typed by a visitor. */
export function MailLink({ email, subject, children, className }: MailLinkProps) {
  const to = encodeURIComponent(email).replace('%40', '@')
  return (
    <a href={`mailto:${to}?subject=${encodeURIComponent(subject)}`} className={className}>
      {children ?? <AddressText text={email} />}
    </a>
  )
}
