/** A field that people neither see nor reach; whoever fills it in is a machine, or a program that fills in forms. */
export function Honeypot() {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
