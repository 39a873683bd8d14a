import { countOf } from '../../../platform/counts.ts';
import { escapeHtml, type PageLanguage } from '../../../platform/pages/html.ts';
import type { AuthProject } from '../../../services/auth/auth.ts';
import { DELETION_TEXTS, type DeletionTexts } from './texts.ts';

/** All steps; the script shows one at a time. Without it only the explanations can be read. */
export function deletionBody(project: AuthProject, language: PageLanguage): string {
  const texts = DELETION_TEXTS[language];
  return `<p id="lead">${escapeHtml(texts.lead)} <strong><bdi>${escapeHtml(project.name)}</bdi></strong>${escapeHtml(texts.leadEnd)}</p>
<p class="error" id="needs-script">${escapeHtml(texts.needsScript)}</p>
${explanation(project, language)}
<div id="problem" class="problem" role="alert" tabindex="-1" hidden><h2>${escapeHtml(texts.script.problem)}</h2><p></p></div>
<p id="status" role="status"></p>
${phoneStep(texts)}
${codeStep(texts)}
${confirmStep(texts)}
<section id="done-step" hidden><h2 tabindex="-1"></h2><p id="erased"></p><p id="restore">${escapeHtml(texts.restore)}</p></section>`;
}

function explanation({ settings }: AuthProject, language: PageLanguage): string {
  const texts = DELETION_TEXTS[language];
  const { accountDeletionDays: days, erasedContent } = settings;
  const wait = countOf(days, { unit: 'day', language, place: 'after preposition' });
  const erased = days === 0 ? [texts.erasedAtOnce] : [texts.erasedLater.replace('{days}', wait), texts.restore];
  const areDeleted = erasedContent === 'delete';
  return `<section id="explanation">
<h2>${escapeHtml(texts.whatHappens)}</h2>
${list([texts.signedOut, ...erased])}
<h3>${escapeHtml(texts.deleted)}</h3>
${list([...texts.deletedData, ...(areDeleted ? [texts.deletedTexts] : [])])}
<h3>${escapeHtml(texts.kept)}</h3>
${list([areDeleted ? texts.keptPlaces : texts.keptTexts, ...texts.keptData])}
<p>${escapeHtml(texts.otherData)}</p>
</section>`;
}

function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}\n</ul>`;
}

function phoneStep(texts: DeletionTexts): string {
  const field = { name: 'phone', label: texts.phone, hint: texts.phoneHint, attributes: 'type="tel" inputmode="tel" autocomplete="tel"' };
  return step('phone', texts.phoneStep, `${input(field)}${actions('', texts.sendCode, [['have-code', texts.haveCode]])}`);
}

function codeStep(texts: DeletionTexts): string {
  const attributes = 'type="text" inputmode="numeric" autocomplete="one-time-code"';
  const others = [
    ['send-again', texts.sendAgain],
    ['other-phone', texts.otherPhone],
  ] as const;
  const field = { name: 'code', label: texts.code, hint: texts.codeHint, attributes };
  return step('code', texts.codeStep, `${phoneLine(texts.codeSent)}${input(field)}${actions('', texts.next, others)}`);
}

function confirmStep(texts: DeletionTexts): string {
  const buttons = actions('danger', texts.confirm, [['cancel', texts.cancel]]);
  return step('confirm', texts.confirmStep, `${phoneLine(texts.confirmPhone)}${buttons}`);
}

/** The script sends the requests; the policy of the page forbids that a form is sent. */
function step(name: string, title: string, content: string): string {
  return `<section id="${name}-step" hidden><h2 tabindex="-1">${escapeHtml(title)}</h2>
<form method="post" novalidate>${content}</form></section>`;
}

function phoneLine(text: string): string {
  return `<p>${escapeHtml(text)} <bdi class="phone" dir="ltr"></bdi></p>`;
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly attributes: string;
}

function input({ name, label, hint, attributes }: Field): string {
  return `<label for="${name}">${escapeHtml(label)}</label><p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>
<p class="error" id="${name}-error" hidden></p>
<input id="${name}" ${attributes} dir="ltr" required aria-describedby="${name}-error ${name}-hint">`;
}

/** The button of the form, and others beside it. */
function actions(kind: string, main: string, others: readonly (readonly [id: string, text: string])[]): string {
  const buttons = others.map(([id, text]) => `<button type="button" id="${id}">${escapeHtml(text)}</button>`);
  return `<div class="actions"><button type="submit" class="main ${kind}">${escapeHtml(main)}</button>${buttons.join('')}</div>`;
}
