/** File names in DATA_DIR. */
export const recoverySheetName = 'recovery-sheet.txt'
/** A file of its own: the other one is replaced when a key changes, and nothing else has this identity. */
export const copySheetName = 'copy-recovery-sheet.txt'

type Sheet = {
  clinicName: string
  /** Lines of the settings, such as '  ENCRYPTION_KEY=…'. */
  secrets: string
  settings: string
  made: string
}

/** A page to print and store away from the data: with it and a backup, anyone can restore the website. */
export const recoverySheet = ({
  clinicName,
  secrets,
  settings,
  made,
}: Sheet) => `RECOVERY SHEET for ${clinicName}, ${made}

Print this page, keep it in a safe place away from the website’s machine, and
delete the file. Anyone with it and a backup can read everything.

${secrets}

Other settings on that day, without passwords. Some may have changed since:

${settings}

To bring the website back on another machine:

1. Install the program. Do not start it yet: a start makes an empty database.
   If you did, stop it and delete what it made, and do not print its sheet.
2. Put the secrets into its .env file, letter by letter, and the settings as
   they were last: those above, the password in DATABASE_URL if it was set,
   TRUST_PROXY, and those for email. The two folders may be others.
3. Copy three files into one folder: the latest clinic-….backup, clinic.keys,
   and clinic.erased, which says who was erased since. There is none while the
   clinic has erased nobody. Then run, as the user who will run the website,
     npm run restore -- FOLDER/clinic-….backup
4. Run npm start, and then npm run backup.

With a continuous copy, step 2 also needs COPY_URL, COPY_ACCESS_KEY,
COPY_SECRET_KEY and COPY_RECIPIENT. Create new access keys at the provider of
the copy’s storage if nobody has them. In step 3, put clinic.erased into
BACKUP_DIR (where it is not set, the folder backups in DATA_DIR), and run
     npm run restore -- --from-copy
which asks for the COPY_IDENTITY. It is only on the sheet that npm run
copy:recipient wrote: keep that one, too.

This sheet is out of date once the encryption key (npm run keys:rotate) or
SESSION_SECRET is changed; a new one is written then.
`

type CopySheet = { clinicName: string; identity: string; recipient: string; made: string }

/** What opens the continuous copy, together with the sheet above. */
export const copySheet = ({ clinicName, identity, recipient, made }: CopySheet) =>
  `RECOVERY SHEET of the continuous copy, for ${clinicName}, ${made}

Print this page, keep it in a safe place away from the website’s machine with
the other recovery sheet, and delete the file.

  COPY_IDENTITY=${identity}
  COPY_RECIPIENT=${recipient}

The first line is nowhere else, and without it nobody can open the copy. Never
put it on the website’s machine, except into the question of
     npm run restore -- --from-copy

This sheet stays good when the encryption key is changed. It is out of date
once another COPY_RECIPIENT is set.
`
