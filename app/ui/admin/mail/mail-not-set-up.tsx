import { admin } from '#content/pages/admin.ts'

const { text, link } = admin.mailNotSetUp

/** On every page of the dashboard, while emails are only kept: nobody must count on one having arrived. */
export const MailNotSetUp = () => (
  <p className="adm-alarm">
    {text} <a href={link.href}>{link.text}</a>
  </p>
)
