import { paragraph, showRules } from '../rules';

/** A rule by its number: a click opens what it says. */
export function RuleLink({ rule, title }: { rule: string; title?: string }) {
    return <button type="button" class="rule" data-rule={rule} title={title} aria-haspopup="dialog"
                   aria-label={`Rule: ${title || paragraph(rule) || rule}`} onClick={() => showRules(rule.split('.')[0], rule)}>{paragraph(rule) || 'Rule'}</button>;
}
