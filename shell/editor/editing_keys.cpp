// Which key does what: the one table of them. HELP KEYS tells it in words.
#include <array>
#include <utility>

#include "shell/editor/editing.h"
#include "types/text/text.h"

namespace cellar {

struct EditBindings {
  using Way = EditBuffer::Way;
  using Letters = EditBuffer::Letters;

  /// Either changes the buffer, or asks the editing for more than that.
  struct Binding {
    Key key;
    void (*edit)(EditBuffer& buffer) = nullptr;
    EditRequest (Editing::*act)() = nullptr;
    EditRequest request = EditRequest::none;
  };

  static Key control(std::string_view letter) { return {KeyName::text, true, false, std::string(letter)}; }
  static Key alt(std::string_view letter) { return {KeyName::text, false, true, std::string(letter)}; }
  static Key named(KeyName name) { return {name, false, false, {}}; }
  static Key control(KeyName name) { return {name, true, false, {}}; }
  static Key alt(KeyName name) { return {name, false, true, {}}; }

  static const std::vector<Binding>& moves() {
    static const std::vector<Binding> bindings = {
        {control("a"), [](EditBuffer& b) { b.move_line_edge(Way::back); }},
        {named(KeyName::home), [](EditBuffer& b) { b.move_line_edge(Way::back); }},
        {control("e"), [](EditBuffer& b) { b.move_line_edge(Way::forward); }},
        {named(KeyName::end), [](EditBuffer& b) { b.move_line_edge(Way::forward); }},
        {control("b"), [](EditBuffer& b) { b.move_character(Way::back); }},
        {named(KeyName::left), [](EditBuffer& b) { b.move_character(Way::back); }},
        {control("f"), [](EditBuffer& b) { b.move_character(Way::forward); }},
        {named(KeyName::right), [](EditBuffer& b) { b.move_character(Way::forward); }},
        {alt("b"), [](EditBuffer& b) { b.move_word(Way::back); }},
        {control(KeyName::left), [](EditBuffer& b) { b.move_word(Way::back); }},
        {alt(KeyName::left), [](EditBuffer& b) { b.move_word(Way::back); }},
        {alt("f"), [](EditBuffer& b) { b.move_word(Way::forward); }},
        {control(KeyName::right), [](EditBuffer& b) { b.move_word(Way::forward); }},
        {alt(KeyName::right), [](EditBuffer& b) { b.move_word(Way::forward); }},
        {control(KeyName::home), [](EditBuffer& b) { b.move_text_edge(Way::back); }},
        {alt("<"), [](EditBuffer& b) { b.move_text_edge(Way::back); }},
        {control(KeyName::end), [](EditBuffer& b) { b.move_text_edge(Way::forward); }},
        {alt(">"), [](EditBuffer& b) { b.move_text_edge(Way::forward); }},
    };
    return bindings;
  }

  static const std::vector<Binding>& edits() {
    static const std::vector<Binding> bindings = {
        {named(KeyName::backspace), [](EditBuffer& b) { b.delete_character(Way::back); }},
        {named(KeyName::delete_), [](EditBuffer& b) { b.delete_character(Way::forward); }},
        {control("k"), [](EditBuffer& b) { b.kill_line(Way::forward); }},
        {control("u"), [](EditBuffer& b) { b.kill_line(Way::back); }},
        {control("w"), [](EditBuffer& b) { b.kill_blank_word(); }},
        {alt(KeyName::backspace), [](EditBuffer& b) { b.kill_word(Way::back); }},
        {alt("d"), [](EditBuffer& b) { b.kill_word(Way::forward); }},
        {alt(KeyName::delete_), [](EditBuffer& b) { b.kill_word(Way::forward); }},
        {control(KeyName::delete_), [](EditBuffer& b) { b.kill_word(Way::forward); }},
        {control("y"), [](EditBuffer& b) { b.yank(); }},
        {alt("y"), [](EditBuffer& b) { b.yank_previous(); }},
        {control("t"), [](EditBuffer& b) { b.transpose(); }},
        {control("_"), [](EditBuffer& b) { b.undo(); }},
        {alt("u"), [](EditBuffer& b) { b.change_word(Letters::upper); }},
        {alt("l"), [](EditBuffer& b) { b.change_word(Letters::lower); }},
        {alt("c"), [](EditBuffer& b) { b.change_word(Letters::capital); }},
        {alt(KeyName::enter), [](EditBuffer& b) { b.insert("\n"); }},
        {alt(KeyName::tab), [](EditBuffer& b) { b.insert("\t"); }},
    };
    return bindings;
  }

  static const std::vector<Binding>& others() {
    static const std::vector<Binding> bindings = {
        {named(KeyName::enter), nullptr, &Editing::enter},
        {control("d"), nullptr, &Editing::leave_or_delete},
        {named(KeyName::up), nullptr, &Editing::move_up},
        {control("p"), nullptr, &Editing::move_up},
        {named(KeyName::down), nullptr, &Editing::move_down},
        {control("n"), nullptr, &Editing::move_down},
        {alt("p"), nullptr, &Editing::show_older},
        {control(KeyName::up), nullptr, &Editing::show_older},
        {named(KeyName::page_up), nullptr, &Editing::show_older},
        {alt("n"), nullptr, &Editing::show_newer},
        {control(KeyName::down), nullptr, &Editing::show_newer},
        {named(KeyName::page_down), nullptr, &Editing::show_newer},
        {control("r"), nullptr, &Editing::search_older},
        {control("s"), nullptr, &Editing::search_newer},
        {control("c"), nullptr, nullptr, EditRequest::drop},
        {control("z"), nullptr, nullptr, EditRequest::suspend},
        {control("l"), nullptr, nullptr, EditRequest::clear_terminal},
        {named(KeyName::tab), nullptr, nullptr, EditRequest::complete},
    };
    return bindings;
  }

  /// Alt with a capital means what it means with the small letter: Caps Lock may be on.
  static const Binding* find(Key key) {
    if (key.alt) key.text = to_lower(key.text);
    for (const auto* bindings : {&moves(), &edits(), &others()}) {
      for (const Binding& binding : *bindings) {
        if (binding.key == key) return &binding;
      }
    }
    return nullptr;
  }
};

EditRequest Editing::press_plain(const Key& key) {
  if (key.name == KeyName::pasted) return paste(key.text);
  if (key.name == KeyName::text && !key.control && !key.alt) {
    buffer_.insert(key.text);
    return EditRequest::none;
  }
  const EditBindings::Binding* binding = EditBindings::find(key);
  if (binding == nullptr) return EditRequest::none;
  if (binding->edit != nullptr) binding->edit(buffer_);
  return binding->act != nullptr ? (this->*binding->act)() : binding->request;
}

}  // namespace cellar
