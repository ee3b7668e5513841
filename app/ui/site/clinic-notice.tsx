import { noticeLabel } from '#content/site.ts'

/** In any script, so `dir` is automatic. */
export function ClinicNotice({ text }: { text: string }) {
  return (
    <section className="notice" aria-label={noticeLabel}>
      <p className="wrap" dir="auto">
        {text}
      </p>
    </section>
  )
}
