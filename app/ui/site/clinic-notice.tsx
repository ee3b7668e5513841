import { noticeLabel } from '#content/site.ts'

/** What the clinic tells every visitor for some days, in any script. */
export function ClinicNotice({ text }: { text: string }) {
  return (
    <section className="notice" aria-label={noticeLabel}>
      <p className="wrap" dir="auto">
        {text}
      </p>
    </section>
  )
}
