import { type ErrorCodes, errorCode } from './error-code.ts';

/** The codes of reviews, comments, posts, roadmap and changelog. */
export const FEEDBACK_ERRORS = {
  invalid_parent: errorCode(400, 'fix_request', 'You cannot reply to this comment.', 'لا يمكنك الرد على هذا التعليق.'),
  own_content: errorCode(400, 'fix_request', 'You cannot do this with your own content.', 'لا يمكنك فعل ذلك بمحتواك.'),
  block_limit: errorCode(409, 'fix_request', 'You have blocked too many authors.', 'لقد حظرت عددًا كبيرًا جدًا من المستخدمين.'),
  report_not_found: errorCode(404, 'fix_request', 'Nobody has reported this.', 'لم يبلّغ أحد عن هذا.'),
  author_not_found: errorCode(404, 'fix_request', 'This author does not exist.', 'هذا الكاتب غير موجود.'),
  review_not_found: errorCode(404, 'fix_request', 'This review does not exist.', 'هذا التقييم غير موجود.'),
  comment_not_found: errorCode(404, 'fix_request', 'This comment does not exist.', 'هذا التعليق غير موجود.'),
  post_not_found: errorCode(404, 'fix_request', 'This post does not exist.', 'هذا المنشور غير موجود.'),
  roadmap_not_found: errorCode(404, 'fix_request', 'This roadmap item does not exist.', 'هذا البند غير موجود في خارطة الطريق.'),
  changelog_not_found: errorCode(404, 'fix_request', 'This changelog entry does not exist.', 'هذا البند غير موجود في سجل التغييرات.'),
  inbox_item_not_found: errorCode(404, 'fix_request', 'This message does not exist.', 'هذه الرسالة غير موجودة.'),
  review_exists: errorCode(409, 'fix_request', 'You have reviewed this already.', 'لقد قيّمت هذا من قبل.'),
  duplicate_content: errorCode(409, 'fix_request', 'You have written the same already.', 'لقد كتبت هذا النص من قبل.'),
  voting_closed: errorCode(
    409,
    'fix_request',
    'This post is decided and accepts no more votes.',
    'تم البتّ في هذا المنشور ولم يعد يقبل التصويت.',
  ),
  already_decided: errorCode(409, 'fix_request', 'Another moderator has decided on this already.', 'سبق أن اتخذ مشرف آخر قرارًا في هذا.'),
  content_changed: errorCode(
    412,
    'fix_request',
    'The content was changed after you read it. Please read it again.',
    'تم تغيير المحتوى بعد أن قرأته. يرجى قراءته مرة أخرى.',
  ),
} satisfies ErrorCodes;
