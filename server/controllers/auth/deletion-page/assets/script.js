/** Leads through the steps phone, code, confirmation and date. The phone is only in the bodies of requests, never in an address. */
(() => {
  const CODE = /^\p{Nd}{4,10}$/u;
  /** Invisible signs, blanks and dashes, which the API ignores in a code. */
  const NO_DIGITS = /[\p{Default_Ignorable_Code_Point}\u2800\s\p{Pd}\u2212]/gu;
  const WAIT_UNITS = [
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ];

  const byId = (id) => document.getElementById(id);
  const { api, projectId, language, hasGrace, texts, waits } = JSON.parse(byId('settings').textContent);
  const title = document.title;
  const problem = byId('problem');
  const fields = { phone: byId('phone'), code: byId('code') };
  let isBusy = false;

  function show(step) {
    clearProblem();
    for (const name of ['phone', 'code', 'confirm', 'done']) byId(`${name}-step`).hidden = name !== step;
    byId('lead').hidden = step === 'done';
    byId('explanation').hidden = step !== 'phone' && step !== 'confirm';
    byId('status').textContent = '';
    for (const place of document.querySelectorAll('.phone')) place.textContent = fields.phone.value.trim();
    const heading = byId(`${step}-step`).querySelector('h2');
    document.title = `${heading.textContent} – ${title}`;
    heading.focus();
  }

  function clearProblem() {
    problem.hidden = true;
    for (const [name, field] of Object.entries(fields)) {
      byId(`${name}-error`).hidden = true;
      field.removeAttribute('aria-invalid');
    }
  }

  /** Shows a problem above the step, and beside the field that it is about. */
  function report(text, name) {
    clearProblem();
    const line = problem.querySelector('p');
    line.replaceChildren(name === undefined ? text : linkTo(fields[name], text));
    if (name !== undefined) {
      byId(`${name}-error`).textContent = text;
      byId(`${name}-error`).hidden = false;
      fields[name].setAttribute('aria-invalid', 'true');
    }
    problem.hidden = false;
    document.title = `${texts.problem} – ${title}`;
    problem.focus();
  }

  function linkTo(field, text) {
    const link = document.createElement('a');
    link.href = `#${field.id}`;
    link.textContent = text;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      field.focus();
    });
    return link;
  }

  /** Such as "5 minutes": whole units, rounded up. */
  function waitOf(seconds) {
    const [unit, size] = WAIT_UNITS.find(([, length]) => seconds > length * 1.5) ?? ['second', 1];
    const count = Math.ceil(seconds / size);
    const forms = waits[unit];
    return (forms[new Intl.PluralRules(language).select(count)] ?? forms.other).replace('{n}', count);
  }

  /** The body of the answer and its time, or the code of the refusal. */
  async function send(path, body) {
    try {
      const response = await fetch(`${api}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, projectId }),
      });
      const answer = await response.json();
      if (response.ok) return { ...answer, now: Date.parse(response.headers.get('Date')) };
      // the code is checked before it is sent, so only the phone can be malformed
      const reason = answer.code === 'validation_error' ? 'invalid_phone' : answer.code;
      const code = reason in texts.errors ? reason : 'failed';
      return { refusal: texts.errors[code].replace('{wait}', waitOf(answer.available_in ?? 1)), code };
    } catch {
      return { refusal: texts.errors.offline, code: 'offline' };
    }
  }

  /** Runs one request at a time, however often a button is pressed. */
  async function whileBusy(work) {
    if (isBusy) return;
    isBusy = true;
    clearProblem();
    byId('status').textContent = texts.busy;
    const then = await work();
    byId('status').textContent = '';
    isBusy = false;
    then();
  }

  function hasPhone() {
    if (fields.phone.value.trim() !== '') return true;
    report(texts.errors.no_phone, 'phone');
    return false;
  }

  async function sendCode(after) {
    if (!hasPhone()) return;
    await whileBusy(async () => {
      const { refusal, code } = await send('/code', { phone: fields.phone.value });
      if (refusal === undefined) return after;
      return () => {
        if (code === 'invalid_phone') show('phone');
        report(refusal, code === 'invalid_phone' ? 'phone' : undefined);
      };
    });
  }

  function askForCode() {
    fields.code.value = '';
    show('code');
  }

  function checkCode() {
    if (CODE.test(fields.code.value.replace(NO_DIGITS, ''))) show('confirm');
    else report(texts.errors.no_code, 'code');
  }

  async function confirmDeletion() {
    await whileBusy(async () => {
      const { refusal, code, deletesAt, now } = await send('/confirm', { phone: fields.phone.value, otp: fields.code.value });
      if (refusal === undefined) return () => showDate(new Date(deletesAt), now);
      const field = { invalid_otp: 'code', invalid_phone: 'phone' }[code];
      return () => {
        if (field !== undefined) show(field);
        report(refusal, field);
      };
    });
  }

  /**
   * A deletion that waits keeps its date when the project ends its grace. `now` is the server's time, because the clock of a phone may be
   * wrong.
   */
  function showDate(date, now) {
    const isOver = !hasGrace && date.getTime() <= now;
    const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' };
    const words = new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-ca-gregory' : 'en-GB', options).format(date);
    byId('done-step').querySelector('h2').textContent = isOver ? texts.doneNow : texts.doneLater;
    const time = document.createElement('time');
    time.dateTime = date.toISOString();
    time.textContent = words;
    const [before, after] = (isOver ? texts.erasedNow : texts.erasedOn).split('{date}');
    byId('erased').replaceChildren(before, ...(isOver ? [] : [time, after]));
    byId('restore').hidden = isOver;
    fields.phone.value = '';
    fields.code.value = '';
    show('done');
  }

  function onSubmit(step, act) {
    byId(`${step}-step`)
      .querySelector('form')
      .addEventListener('submit', (event) => {
        event.preventDefault();
        void act();
      });
  }

  onSubmit('phone', () => sendCode(askForCode));
  onSubmit('code', checkCode);
  onSubmit('confirm', confirmDeletion);
  byId('have-code').addEventListener('click', () => {
    if (hasPhone()) askForCode();
  });
  byId('send-again').addEventListener('click', () =>
    sendCode(() => {
      askForCode();
      byId('status').textContent = texts.waiting;
    }),
  );
  byId('other-phone').addEventListener('click', () => show('phone'));
  byId('cancel').addEventListener('click', () => {
    fields.code.value = '';
    show('phone');
  });
  byId('needs-script').hidden = true;
  byId('phone-step').hidden = false;
})();
